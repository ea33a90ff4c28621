import { expect, it } from 'vitest'
import { ActiveCalls } from '#engine/router/calls/activeCalls'
import { OneCall } from '#engine/router/calls/oneCall'
import { manualClock } from '#test/support/manualClock'

function callUnderWay() {
  const clock = manualClock()
  const told: unknown[] = []
  const one = new OneCall(
    { kind: 'all' },
    'tools/call',
    {
      params: { name: 'x', _meta: { progressToken: 'mine' } },
      caller: { key: 'a', capabilities: {}, ask: null },
      onNotification: (_method, params) => told.push(params['progress']),
    },
    { clock, active: new ActiveCalls(clock), onSettled: () => undefined },
  )
  return { clock, told, one }
}

const flood = Array.from({ length: 10_000 }, (_, progress) => progress)

it('[R17] in a flood of progress, the caller gets the first reports, then only the newest, and the last before the answer', () => {
  const { clock, told, one } = callUnderWay()
  for (const progress of flood) one.progress({ progress })
  expect(told).toEqual(flood.slice(0, 600))
  clock.advance(100)
  expect(told.at(-1)).toBe(9_999)
  one.progress({ progress: 10_000 })
  one.progress({ progress: 10_001 })
  one.succeed({ content: [] })
  expect(told.slice(600)).toEqual([9_999, 10_001])
})

it('delayed progress is not delivered for a cancelled call', () => {
  const { clock, told, one } = callUnderWay()
  one.promise.catch(() => undefined)
  for (const progress of flood) one.progress({ progress })
  one.cancelled()
  clock.advance(60_000)
  expect(told).toHaveLength(600)
})

const dayMs = 86_400_000

it.each([dayMs, -dayMs])('a clock jump of %i ms ends no call too early or too late', async (jumpMs) => {
  const { clock, one } = callUnderWay()
  one.limit(60_000)
  clock.jump(jumpMs)
  clock.advance(59_000)
  expect(one.settled).toBe(false)
  one.progress({ progress: 1 })
  clock.jump(-2 * jumpMs)
  clock.advance(59_000)
  expect(one.settled).toBe(false)
  const ended = one.promise.catch((thrown: unknown) => thrown)
  clock.advance(2_000)
  expect(await ended).toMatchObject({ code: 'CALL_TIMED_OUT' })
})
