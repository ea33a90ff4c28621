/**
 * When a request begins. Requests that come together would take one turn of the event loop together, and every call under
 * way would wait for all of them: so many begin in a turn, and those that one connection sends without waiting for answers,
 * which no common client does, one a turn.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

type Serve = (request: IncomingMessage, response: ServerResponse) => void

const perTurn = 32
/** The end of a turn is only looked for when this many began, so that a lone call is spared it. */
const manyInTurn = 8
/** Unanswered requests of one connection, each of which takes a hundred times the memory of its text. */
const maxUnanswered = 256

/** `atTurnEnd` is Node's, but for tests. */
export function inTurns(serve: Serve, atTurnEnd: (run: () => void) => void = setImmediate): Serve {
  const unanswered = new WeakMap<Socket, number>()
  let waiting: Parameters<Serve>[] = []
  let begun = 0
  let endIsAwaited = false

  const awaitEnd = (): void => {
    if (endIsAwaited) return
    endIsAwaited = true
    atTurnEnd(endTurn)
  }

  const endTurn = (): void => {
    endIsAwaited = false
    begun = 0
    const now = waiting.slice(0, perTurn)
    waiting = waiting.slice(perTurn)
    for (const [request, response] of now) begin(request, response)
    if (waiting.length > 0) awaitEnd()
  }

  const begin: Serve = (request, response) => {
    begun += 1
    if (begun === manyInTurn) awaitEnd()
    if (!response.destroyed) serve(request, response)
  }

  const wait: Serve = (request, response) => {
    waiting.push([request, response])
    awaitEnd()
  }

  const waitBehind: Serve = (request, response) => {
    const { socket } = request
    const count = (unanswered.get(socket) ?? 0) + 1
    unanswered.set(socket, count)
    if (count > maxUnanswered) socket.destroy()
    response.once('socket', () => wait(request, response))
    response.once('close', () => unanswered.set(socket, (unanswered.get(socket) ?? 1) - 1))
  }

  return (request, response) => {
    // Node gives a response the socket when the requests before it have been answered.
    if (response.socket === null) waitBehind(request, response)
    else if (begun < perTurn) begin(request, response)
    else wait(request, response)
  }
}
