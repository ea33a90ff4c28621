import { expect, it } from 'vitest'
import { watchForWake } from '#engine/connections/lifetime/wakeWatch'
import type { Clock } from '#engine/ports'

it('reports sleep only if the clock jumps between two ticks, and leaves no timer once it is stopped', () => {
  let now = 0
  let due: (() => void) | null = null
  const clock: Clock = {
    now: () => now,
    elapsed: () => now,
    after: (_delayMs, callback) => {
      due = callback
      return { cancel: () => (due = null) }
    },
  }
  const tick = (ms: number) => {
    now += ms
    due?.()
  }
  let wakes = 0
  const stop = watchForWake(clock, () => wakes++)
  tick(5_000)
  tick(8_000)
  expect(wakes).toBe(0)
  tick(3_600_000)
  expect(wakes).toBe(1)
  tick(5_000)
  expect(wakes).toBe(1)
  stop()
  expect(due).toBeNull()
})
