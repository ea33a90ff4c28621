import { expect, test, vi } from 'vitest'
import { keepFollowing } from '#renderer/client/keepFollowing.ts'

// Catches a page that gets no events after a gap, and one that keeps polling when its data is no longer shown.
test('a stream that ended or failed is followed again after a pause, until it is aborted', async () => {
  vi.useFakeTimers()
  const controller = new AbortController()
  let times = 0
  const following = keepFollowing(controller.signal, async () => {
    times += 1
    if (times === 1) throw new Error('the wire closed')
    if (times === 3) controller.abort()
  })
  await vi.advanceTimersByTimeAsync(400)
  expect(times).toBe(1)
  await vi.advanceTimersByTimeAsync(600)
  await following
  expect(times).toBe(3)
  vi.useRealTimers()
})
