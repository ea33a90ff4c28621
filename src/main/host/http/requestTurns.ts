/**
 * When a request begins. Requests that come together would take one turn of the event loop together, and every call under
 * way would wait for all of them: so many begin in a turn, and those that one connection sends without waiting for answers,
 * which no common client does, one a turn. A packet is taken apart whole, so past a bound no connection is read in that turn.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

type Serve = (request: IncomingMessage, response: ServerResponse) => void

const perTurn = 32
/** The end of a turn is only looked for when this many came, so that a lone call is spared it. */
const manyInTurn = 8
/** Then the other connections are read in the next turn. */
const maxReadInTurn = 128
/** Unanswered requests of one connection, each of which takes a hundred times the memory of its text. */
const maxUnanswered = 256

export class RequestTurns {
  readonly #serve: Serve
  readonly #atTurnEnd: (run: () => void) => void
  readonly #connections = new Set<Socket>()
  readonly #unanswered = new WeakMap<Socket, number>()
  #waiting: Parameters<Serve>[] = []
  #unread: Socket[] = []
  #read = 0
  #begun = 0
  #endIsAwaited = false

  /** `atTurnEnd` is Node's, but for tests. */
  constructor(serve: Serve, atTurnEnd: (run: () => void) => void = setImmediate) {
    this.#serve = serve
    this.#atTurnEnd = atTurnEnd
  }

  connected(socket: Socket): void {
    this.#connections.add(socket)
    socket.once('close', () => this.#connections.delete(socket))
  }

  /** It is no longer one of requests. */
  upgraded(socket: Socket): void {
    this.#connections.delete(socket)
  }

  take(request: IncomingMessage, response: ServerResponse): void {
    this.#read += 1
    if (this.#read === manyInTurn) this.#awaitEnd()
    else if (this.#read === maxReadInTurn) this.#readNoMore()
    // Node gives a response the socket when the requests before it have been answered.
    if (response.socket === null) this.#waitBehind(request, response)
    else if (this.#begun < perTurn) this.#begin(request, response)
    else this.#wait(request, response)
  }

  #begin(request: IncomingMessage, response: ServerResponse): void {
    this.#begun += 1
    if (!response.destroyed) this.#serve(request, response)
  }

  #wait(request: IncomingMessage, response: ServerResponse): void {
    this.#waiting.push([request, response])
    this.#awaitEnd()
  }

  #waitBehind(request: IncomingMessage, response: ServerResponse): void {
    const { socket } = request
    if (socket.destroyed) return
    const count = (this.#unanswered.get(socket) ?? 0) + 1
    this.#unanswered.set(socket, count)
    if (count > maxUnanswered) {
      socket.destroy()
      return
    }
    response.once('socket', () => this.#wait(request, response))
    response.once('close', () => this.#unanswered.set(socket, (this.#unanswered.get(socket) ?? 1) - 1))
  }

  /** Also of those that the system has news of already. */
  #readNoMore(): void {
    for (const socket of this.#connections) {
      if (socket.isPaused()) continue
      socket.pause()
      this.#unread.push(socket)
    }
  }

  #awaitEnd(): void {
    if (this.#endIsAwaited) return
    this.#endIsAwaited = true
    this.#atTurnEnd(this.#endTurn)
  }

  readonly #endTurn = (): void => {
    this.#endIsAwaited = false
    this.#read = 0
    this.#begun = 0
    for (const socket of this.#unread) if (!socket.destroyed) socket.resume()
    this.#unread = []
    const now = this.#waiting.slice(0, perTurn)
    this.#waiting = this.#waiting.slice(perTurn)
    for (const [request, response] of now) this.#begin(request, response)
    if (this.#waiting.length > 0 || this.#begun > 0) this.#awaitEnd()
  }
}
