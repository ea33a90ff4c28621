/** The engine's side of bridges: accepts them, and asks them to leave before the engine exits. */
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { AppError, errorCodes, messageOf } from '#contract/errors'
import { leavingLine, linesProtocol, type LineClientFacts } from '#main/host/control/controlPaths'
import { refuseUpgrade } from '#main/host/wires/turnAway'

/** Returns how to serve a client on a stream of lines. Throws if the client cannot be served. */
export type AcceptLines = (client: LineClientFacts) => (stream: Duplex) => void

export class LineSockets {
  readonly #accept: AcceptLines
  readonly #open = new Set<Duplex>()
  #isLeaving = false

  constructor(accept: AcceptLines) {
    this.#accept = accept
  }

  get size(): number {
    return this.#open.size
  }

  serve(client: LineClientFacts, request: IncomingMessage, socket: Duplex, head: Buffer): void {
    socket.on('error', () => socket.destroy())
    let serve: (stream: Duplex) => void
    try {
      if (request.headers.upgrade !== linesProtocol)
        throw new AppError('INVALID_INPUT', 'This connection is not from a bridge.')
      serve = this.#accept(client)
    } catch (thrown) {
      refuseUpgrade(socket, thrown instanceof AppError ? errorCodes[thrown.code] : 500, messageOf(thrown))
      return
    }
    socket.write(`HTTP/1.1 101 Switching Protocols\r\nUpgrade: ${linesProtocol}\r\nConnection: Upgrade\r\n\r\n`)
    if (head.length > 0) socket.unshift(head)
    this.#open.add(socket)
    socket.once('close', () => this.#open.delete(socket))
    serve(socket)
  }

  /** Asks every bridge to leave once its requests are answered. Only the first call counts. */
  sayLeaving(successor: boolean): void {
    if (this.#isLeaving) return
    this.#isLeaving = true
    for (const socket of this.#open) if (socket.writable) socket.write(`${leavingLine(successor)}\n`)
  }

  /** Data that was written is still sent, unless its reader has stopped reading. */
  close(graceMs: number): void {
    for (const socket of this.#open) {
      socket.end()
      setTimeout(() => socket.destroy(), graceMs).unref()
    }
  }
}
