/** One HTTP server's WebSockets. The library is loaded with the first one. */
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { WebSocket, WebSocketServer } from 'ws'
import { maxMessageBytes } from '#main/host/wires/socketGuard'

export class Sockets {
  #loaded: Promise<WebSocketServer> | null = null
  #server: WebSocketServer | null = null

  /** How many sockets are open. */
  get size(): number {
    return this.#server?.clients.size ?? 0
  }

  /** Never rejects. */
  async accept(
    request: IncomingMessage,
    socket: Duplex,
    head: Buffer,
    serve: (webSocket: WebSocket) => unknown,
  ): Promise<void> {
    // Until the upgrade is done the socket has no other listener, and an error without a listener would be thrown.
    const destroy = () => socket.destroy()
    socket.on('error', destroy)
    try {
      const server = await (this.#loaded ??= this.#load())
      server.handleUpgrade(request, socket, head, serve)
    } catch {
      destroy()
    }
    socket.off('error', destroy)
  }

  /** Asks every peer to close its socket, and ends those still open after `graceMs`. */
  async close(graceMs: number): Promise<void> {
    const server = await this.#loaded?.catch(() => null)
    if (server === null || server === undefined) return
    // Also refuses new sockets.
    server.close()
    const clients = [...server.clients]
    const gone = clients.map((socket) => new Promise((resolve) => socket.once('close', resolve)))
    for (const socket of clients) socket.close(1001, 'Switchboard stops')
    const timer = setTimeout(() => {
      for (const socket of clients) socket.terminate()
    }, graceMs)
    await Promise.all(gone)
    clearTimeout(timer)
  }

  async #load(): Promise<WebSocketServer> {
    const { WebSocketServer: Server } = await import('ws')
    this.#server = new Server({ noServer: true, maxPayload: maxMessageBytes })
    return this.#server
  }
}
