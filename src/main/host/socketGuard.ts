/**
 * What a WebSocket of ours must not do: hold unbounded memory for a reader that stopped reading, send us something
 * enormous, or stay open half dead. The oRPC handler awaits `send`, so a stream waits here until its reader has read.
 */
import { WebSocketServer } from 'ws'
import type { WebSocket } from 'ws'
import type { Log } from '#engine/ports'

export const maxBufferedBytes = 8 * 1024 * 1024
/** Above it, senders wait until what they sent has left. */
const highWaterBytes = 256 * 1024
const maxPayloadBytes = 8 * 1024 * 1024

export function createSocketServer(): WebSocketServer {
  return new WebSocketServer({ noServer: true, maxPayload: maxPayloadBytes, clientTracking: true })
}

export interface GuardedSocket {
  readonly addEventListener: WebSocket['addEventListener']
  readonly send: (data: Parameters<WebSocket['send']>[0]) => Promise<void>
}

export function guardSocket(socket: WebSocket, log: Log): GuardedSocket {
  // Frames that are too large or broken: ws closes the socket itself, and an error without a listener would be thrown.
  socket.on('error', (error) => log.debug({ error: error.message }, 'a socket failed'))
  const send: GuardedSocket['send'] = (data) => {
    if (socket.bufferedAmount > maxBufferedBytes) {
      log.warn({ bufferedBytes: socket.bufferedAmount }, 'a reader stopped reading; its socket was closed')
      socket.terminate()
    }
    if (socket.readyState !== socket.OPEN) return Promise.resolve()
    return new Promise((resolve) => {
      const waits = socket.bufferedAmount > highWaterBytes
      socket.send(data, () => resolve())
      if (!waits) resolve()
    })
  }
  return { addEventListener: socket.addEventListener.bind(socket), send }
}

/** Asks every reader to go, and ends those that did not within `graceMs`. */
export async function closeSocketServer(server: WebSocketServer, graceMs: number): Promise<void> {
  const clients = [...server.clients]
  const gone = clients.map((socket) => new Promise((resolve) => socket.once('close', resolve)))
  for (const socket of clients) socket.close(1001, 'Switchboard stops')
  const timer = setTimeout(() => {
    for (const socket of clients) socket.terminate()
  }, graceMs)
  await Promise.all(gone)
  clearTimeout(timer)
}
