import { expect, test } from 'vitest'
import { FairTurns } from '#engine/gateway/client/fairTurns'

function setUp(perTurn: number) {
  const ends: (() => void)[] = []
  const begun: string[] = []
  const turns = new FairTurns(perTurn, (run) => void ends.push(run))
  const begin = (who: string, cost: number, title = who): void => {
    const waiting = turns.wait(who, cost)
    if (waiting === null) begun.push(title)
    else void waiting.then(() => begun.push(title))
  }
  return {
    begin,
    /** Returns the work that has begun since the last call to this function. */
    begun: () => begun.splice(0),
    endTurn: async () => {
      ends.splice(0).forEach((end) => end())
      await Promise.resolve()
      return begun.splice(0)
    },
    endsAwaited: () => ends.length,
  }
}

test('a limited amount of work begins in each turn, and the rest follows in order', async () => {
  const { begin, begun, endTurn } = setUp(10)
  for (const title of ['1', '2', '3', '4', '5']) begin('one', 5, title)
  expect(begun()).toEqual(['1', '2'])
  expect(await endTurn()).toEqual(['3', '4'])
  expect(await endTurn()).toEqual(['5'])
})

// Catches a client that asks for a thousand lists and makes all others wait.
test('a client with a lot of work takes turns with the others', async () => {
  const { begin, begun, endTurn } = setUp(2)
  for (let count = 0; count < 1_000; count += 1) begin('much', 1)
  begin('other', 1)
  begin('third', 1)
  expect(begun()).toEqual(['much', 'much'])
  expect(await endTurn()).toEqual(['much', 'other'])
  expect(await endTurn()).toEqual(['third', 'much'])
})

test('work that costs more than a turn allows still begins, in a turn of its own', async () => {
  const { begin, begun, endTurn } = setUp(10)
  begin('one', 1_000)
  begin('other', 1_000)
  begin('other', 1)
  expect(begun()).toEqual(['one'])
  expect(await endTurn()).toEqual(['other'])
  expect(await endTurn()).toEqual(['other'])
})

test('after a turn in which nothing began, no callback is scheduled', async () => {
  const { begin, endTurn, endsAwaited } = setUp(10)
  expect(endsAwaited()).toBe(0)
  begin('one', 1)
  expect(endsAwaited()).toBe(1)
  await endTurn()
  expect(endsAwaited()).toBe(0)
})
