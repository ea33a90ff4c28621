/** Counts the unread answers on a connection, because a client may send more requests before it reads. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Grant } from '#engine/access/grant'
import type { Backlog, Sink } from '#engine/gateway/client/backlog'

class UnreadConnection implements Sink {
  readonly #socket: Socket
  readonly #answers = new Set<ServerResponse>()

  constructor(socket: Socket) {
    this.#socket = socket
  }

  get waitingBytes(): number {
    let sum = 0
    for (const answer of this.#answers) sum += answer.writableLength
    return this.#socket.destroyed ? 0 : sum
  }

  add(answer: ServerResponse): void {
    this.#answers.add(answer)
    answer.once('close', () => this.#answers.delete(answer))
  }

  cut(): void {
    this.#socket.destroy()
  }

  onClosed(listener: () => void): void {
    this.#socket.once('close', listener)
  }
}

export class UnreadAnswers {
  readonly #backlog: Backlog
  readonly #connections = new WeakMap<Socket, UnreadConnection>()

  constructor(backlog: Backlog) {
    this.#backlog = backlog
  }

  /**
   * Call this when a request has been served. For clients that read immediately, as nearly all do, it is a single
   * check.
   */
  served(request: IncomingMessage, response: ServerResponse, grant: Grant): void {
    const { socket } = request
    if (response.writableLength === 0 || !response.writableEnded || socket.destroyed) return
    let connection = this.#connections.get(socket)
    if (connection === undefined) this.#connections.set(socket, (connection = new UnreadConnection(socket)))
    connection.add(response)
    this.#backlog.grew(connection, grant, response.writableLength, true)
  }
}
