/**
 * What a WebSocket of ours must not do: hold unbounded memory for a reader that stopped reading, send us something
 * enormous, or stay open half dead. Streams await `send`, so they go at the pace of their reader.
 */
import type { WebSocket } from 'ws'
import { longestAttachment } from '#contract/chat/attachmentLimit'
import type { Log } from '#engine/ports'

/** The largest message, or body of a request, that is taken from a caller: the largest attachment, and what is around it. */
export const maxMessageBytes = longestAttachment + 1024 * 1024
/** Streams never get near it; several large answers at once may, and a reader that reads empties them in time. */
export const maxBufferedBytes = 32 * 1024 * 1024
/** Above it, streams wait until what they sent has left. */
const highWaterBytes = 256 * 1024

type Send = (data: string | ArrayBufferLike | Uint8Array) => Promise<void>

/** Resolves at once for a reader that keeps up, else when the message has left. */
export function guardedSend(socket: WebSocket, log: Log, onUnread: () => void): Send {
  // Frames that are too large or broken: ws closes the socket itself, and an error without a listener would be thrown.
  socket.on('error', (error) => log.debug({ reason: error.message }, 'a socket failed'))
  return (data) => {
    if (socket.readyState === socket.OPEN && socket.bufferedAmount > maxBufferedBytes) {
      log.warn({ bufferedBytes: socket.bufferedAmount }, 'a reader stopped reading; its socket was closed')
      onUnread()
      socket.terminate()
    }
    if (socket.readyState !== socket.OPEN) return Promise.resolve()
    return new Promise((resolve) => {
      const waits = socket.bufferedAmount > highWaterBytes
      socket.send(data, () => resolve())
      if (!waits) resolve()
    })
  }
}
