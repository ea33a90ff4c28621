import { EventEmitter } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import { manualClock } from '#test/support/manualClock'
import { RequestTurns } from '#main/host/http/requestTurns'

type Connection = object

/**
 * The part of a response that the code reads: whether it has the socket, which Node assigns in the order of requests.
 */
class Response extends EventEmitter {
  destroyed = false
  socket: Connection | null
  constructor(socket: Connection | null) {
    super()
    this.socket = socket
  }

  isNext(socket: Connection): void {
    this.socket = socket
    this.emit('socket')
  }
}

function setUp() {
  const ends: (() => void)[] = []
  const begun: Response[] = []
  const turns = new RequestTurns(
    (_request, response) => void begun.push(response as unknown as Response),
    manualClock(),
    (run) => void ends.push(run),
  )
  const send = (response: Response, socket = {} as Connection): Response => {
    turns.take({ socket } as unknown as IncomingMessage, response as unknown as ServerResponse)
    return response
  }
  return {
    send,
    /** The requests that began since the last call. */
    begun: () => begun.splice(0),
    endTurn: () => ends.splice(0).forEach((end) => end()),
    endsAwaited: () => ends.length,
  }
}

const alone = () => new Response({})
const behind = () => new Response(null)

// Catches all new requests beginning in one turn, so that every running call waits while 600 streams are opened.
test('of requests that arrive together, a limited number begins per turn, in order', () => {
  const { send, begun, endTurn } = setUp()
  const all = Array.from({ length: 80 }, () => send(alone()))
  const turns: Response[][] = [begun()]
  for (let turn = 0; turn < 3; turn += 1) {
    endTurn()
    turns.push(begun())
  }
  expect(turns.map(({ length }) => length)).toEqual([32, 32, 16, 0])
  expect(turns.flat()).toEqual(all)
})

test('a request that arrives while others are waiting begins after them', () => {
  const { send, begun, endTurn } = setUp()
  for (let count = 0; count < 40; count += 1) send(alone())
  begun()
  endTurn()
  const late = send(alone())
  expect(begun().at(-1)).toBe(late)
})

// Catches a callback at the end of each turn, which costs a single call a system call.
test('a few requests set no callback for the end of a turn', () => {
  const { send, endsAwaited } = setUp()
  for (let count = 0; count < 7; count += 1) send(alone())
  expect(endsAwaited()).toBe(0)
  send(alone())
  expect(endsAwaited()).toBe(1)
})

// Catches all requests on one connection beginning in one turn. Once, 2,000 requests without a token blocked the loop
// for 140 ms.
test('requests on one connection begin once the earlier ones are answered, one per turn', () => {
  const { send, begun, endTurn } = setUp()
  const socket = {} as Connection
  const first = send(new Response(socket), socket)
  const [second, third] = [send(behind(), socket), send(behind(), socket)]
  expect(begun()).toEqual([first])
  second?.isNext(socket)
  expect(begun()).toEqual([])
  endTurn()
  expect(begun()).toEqual([second])
  third?.isNext(socket)
  expect(begun()).toEqual([])
  endTurn()
  expect(begun()).toEqual([third])
})

test('a request that is gone when its turn comes is not served', () => {
  const { send, begun, endTurn } = setUp()
  const waiting = Array.from({ length: 33 }, () => send(alone())).at(-1)
  begun()
  if (waiting !== undefined) waiting.destroyed = true
  endTurn()
  expect(begun()).toEqual([])
})
