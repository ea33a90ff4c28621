import { EventEmitter } from 'node:events'
import type { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { manualClock } from '#test/support/manualClock'
import { ConnectionTurns } from '#main/host/http/connectionTurns'

class Connection extends EventEmitter {
  destroyed = false
  #isPaused = false

  destroy(): void {
    this.destroyed = true
  }

  pause(): void {
    this.#isPaused = true
  }

  resume(): void {
    this.#isPaused = false
  }

  isPaused(): boolean {
    return this.#isPaused
  }
}

function setUp() {
  const clock = manualClock()
  const turns = new ConnectionTurns(clock)
  const asSocket = (connection: Connection) => connection as unknown as Socket
  const connect = (): Connection => {
    const connection = new Connection()
    turns.connected(asSocket(connection))
    return connection
  }
  const read = (connection: Connection, count = 1): void => {
    for (let done = 0; done < count; done += 1) turns.read(asSocket(connection))
  }
  const answer = (connection: Connection): void => turns.answered(asSocket(connection))
  /** Opens a connection that has sent one request and waited for the answer. */
  const connectCalm = (): Connection => {
    const connection = connect()
    read(connection)
    answer(connection)
    turns.endTurn()
    return connection
  }
  return {
    clock,
    connect,
    connectCalm,
    read,
    answer,
    upgrade: (connection: Connection) => turns.upgraded(asSocket(connection)),
    endTurn: () => turns.endTurn(),
  }
}

// Catches all connections being read in the same turn, which once took 4 s when 200 of them each sent a thousand
// requests in one packet.
test("after a turn with many requests, the other connections rest for a multiple of the turn's time", () => {
  const { clock, connect, read, endTurn } = setUp()
  const [loud, other] = [connect(), connect()]
  const areRead = () => [loud, other].map((one) => !one.isPaused())
  read(loud, 127)
  expect(areRead()).toEqual([true, true])
  read(loud)
  clock.advance(20)
  endTurn()
  const late = connect()
  clock.advance(199)
  expect([...areRead(), !late.isPaused()]).toEqual([false, false, false])
  clock.advance(1)
  expect([...areRead(), !late.isPaused()]).toEqual([true, true, true])
})

// Catches a client being paused while it waits for its answers. In a flood from unknown clients, such a connection was
// once read only in one of fifty turns, and its client got no answer for 2 s.
test('a client that waits for its answers is read while others rest', () => {
  const { connect, connectCalm, read } = setUp()
  const [calm, other] = [connectCalm(), connect()]
  read(connect(), 128)
  expect([calm, other].map((one) => one.isPaused())).toEqual([false, true])
})

test('clients that all send many requests in one turn rest as well, and no longer count as calm', () => {
  const { connectCalm, read, endTurn } = setUp()
  const calm = Array.from({ length: 8 }, connectCalm)
  for (const one of calm.slice(0, 4)) read(one, 128)
  expect(calm.map((one) => one.isPaused())).toEqual(calm.map(() => true))
  endTurn()
  const [loud, stillCalm] = [calm[0], calm.at(-1)]
  if (loud !== undefined) read(loud, 128)
  expect([loud?.isPaused(), stillCalm?.isPaused()]).toEqual([true, false])
})

test('a connection that was paused for another reason, was upgraded, or is gone, is left alone', () => {
  const { clock, connect, read, upgrade, endTurn } = setUp()
  const [waiting, other, gone] = [connect(), connect(), connect()]
  waiting.pause()
  upgrade(other)
  gone.emit('close')
  read(connect(), 128)
  expect([other, gone].map((one) => one.isPaused())).toEqual([false, false])
  endTurn()
  clock.advance(300)
  expect(waiting.isPaused()).toBe(true)
})

test('a connection with more unanswered requests than any client needs is closed; answered requests do not count', () => {
  const { connect, read, answer } = setUp()
  const connection = connect()
  for (let count = 0; count < 1_000; count += 1) {
    read(connection)
    answer(connection)
  }
  read(connection, 256)
  expect(connection.destroyed).toBe(false)
  read(connection)
  expect(connection.destroyed).toBe(true)
})
