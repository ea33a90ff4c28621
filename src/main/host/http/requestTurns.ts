/**
 * Decides when a request begins. Requests that arrive together would all run in one turn of the event loop while every
 * other call waits, so only a limited number begins per turn. Pipelined requests, which no common client sends, begin
 * one per turn.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { type AtTurnEnd, TurnEnd } from '#engine/net/turnEnd'
import type { Clock } from '#engine/ports'
import { ConnectionTurns } from '#main/host/http/connectionTurns'

type Serve = (request: IncomingMessage, response: ServerResponse) => void

const perTurn = 32
/** After how many requests the turn's end is awaited. A single call does not pay for that. */
const manyInTurn = 8

export class RequestTurns {
  readonly connections: ConnectionTurns
  readonly #serve: Serve
  readonly #end: TurnEnd
  #waiting: Parameters<Serve>[] = []
  #read = 0
  #begun = 0

  constructor(serve: Serve, clock: Pick<Clock, 'elapsed' | 'after'>, atTurnEnd?: AtTurnEnd) {
    this.connections = new ConnectionTurns(clock)
    this.#serve = serve
    this.#end = new TurnEnd(() => this.#endTurn(), atTurnEnd)
  }

  take(request: IncomingMessage, response: ServerResponse): void {
    this.#read += 1
    if (this.#read === manyInTurn) this.#end.await()
    const { socket } = request
    if (this.connections.read(socket)) return
    // Node gives a response the socket once the earlier requests have been answered.
    if (response.socket === null) response.once('socket', () => this.#wait(request, response))
    else if (this.#begun < perTurn) this.#begin(request, response)
    else this.#wait(request, response)
  }

  #begin(request: IncomingMessage, response: ServerResponse): void {
    this.#begun += 1
    if (!response.destroyed) this.#serve(request, response)
  }

  #wait(request: IncomingMessage, response: ServerResponse): void {
    this.#waiting.push([request, response])
    this.#end.await()
  }

  #endTurn(): void {
    this.#read = 0
    this.#begun = 0
    this.connections.endTurn()
    const now = this.#waiting.slice(0, perTurn)
    this.#waiting = this.#waiting.slice(perTurn)
    for (const [request, response] of now) this.#begin(request, response)
    if (this.#waiting.length > 0 || this.#begun > 0) this.#end.await()
  }
}
