import { expect, test } from 'vitest'
import { batchesOf, Wake } from '#engine/structures/wake'
import { manualClock } from '#test/support/manualClock'

const settled = () => new Promise((resolve) => setImmediate(resolve))

// Catches a reader that is woken for every event, or for none.
test('events announced with `soon` form one batch, and an event announced with `now` is not delayed', async () => {
  const clock = manualClock()
  const wake = new Wake()
  const news: number[] = []
  let looks = 0
  let isOver = false
  const reading = wake.until(() => {
    looks += 1
    return isOver || (news.length > 0 && !wake.gathers)
  })
  for (const piece of [1, 2, 3]) {
    news.push(piece)
    wake.soon(clock)
  }
  await settled()
  expect(looks).toBe(1)
  clock.advance(16)
  await reading
  expect([looks, clock.waiting]).toEqual([2, 0])
  const again = wake.until(() => isOver)
  isOver = true
  wake.now()
  await again
})

test.each(['aborted', 'no longer read', 'over'])('a stream ends its reader when it is %s', async (how) => {
  const controller = new AbortController()
  const left = how === 'over' ? [[1]] : [[1], [2], [3]]
  let isEnded = false
  const reader = {
    take: async () => (isEnded ? null : (left.shift() ?? null)),
    end: () => void (isEnded = true),
  }
  const seen: number[][] = []
  for await (const batch of batchesOf(reader, controller.signal)) {
    seen.push(batch)
    if (how === 'aborted') controller.abort()
    if (how === 'no longer read') break
  }
  expect([seen, isEnded]).toEqual([[[1]], true])
})
