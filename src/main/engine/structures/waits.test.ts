import { expect, test } from 'vitest'
import { pause, settledWithin, within } from '#engine/structures/waits'
import { manualClock } from '#test/support/manualClock'

const never = new Promise<never>(() => undefined)
const work = { 'is done': Promise.resolve(1), failed: Promise.reject(new Error('broken')), 'goes on': never }
work.failed.catch(() => undefined)

test('a pause ends after its time, or rejects with the reason of an abort, even if that came earlier', async () => {
  const clock = manualClock()
  const waited = pause(clock, 100)
  clock.advance(100)
  await waited
  const controller = new AbortController()
  const stopped = pause(clock, 100, controller.signal)
  controller.abort(new Error('enough'))
  await expect(stopped).rejects.toThrow('enough')
  await expect(pause(clock, 100, controller.signal)).rejects.toThrow('enough')
  expect(clock.waiting).toBe(0)
})

test('work that ends within the limit gives its result, and late work is reported', async () => {
  const clock = manualClock()
  expect(await within(clock, 5_000, work['is done'])).toBe(1)
  await expect(within(clock, 5_000, work.failed)).rejects.toThrow('broken')
  const late = [within(clock, 5_000, work['goes on']), within(clock, 5_000, work['goes on'], 'it does not answer')]
  clock.advance(5_000)
  await expect(late[0]).rejects.toThrow('not done within 5 s')
  await expect(late[1]).rejects.toThrow('it does not answer')
  expect(clock.waiting).toBe(0)
})

// Catches a wait that outlasts its work, fails with it, or cannot be aborted.
test('a wait for work to settle ends with the work, and never fails', async () => {
  const clock = manualClock()
  await settledWithin(clock, 5_000, work['is done'])
  await settledWithin(clock, 5_000, work.failed)
  const bounded = settledWithin(clock, 5_000, work['goes on'])
  clock.advance(5_000)
  await bounded
  const controller = new AbortController()
  const stopped = settledWithin(clock, 5_000, work['goes on'], controller.signal)
  controller.abort(new Error('enough'))
  await expect(stopped).rejects.toThrow('enough')
  expect(clock.waiting).toBe(0)
})
