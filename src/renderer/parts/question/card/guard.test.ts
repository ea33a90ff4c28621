import { expect, test } from 'vitest'
import { createGuard, guardMs } from '#renderer/parts/question/card/guard.ts'

/** A clock that the test advances. */
function clock() {
  let now = 0
  const waiting = new Set<{ at: number; run: () => void }>()
  return {
    after(delayMs: number, run: () => void) {
      const timer = { at: now + delayMs, run }
      waiting.add(timer)
      return () => void waiting.delete(timer)
    },
    advance(ms: number) {
      now += ms
      for (const timer of waiting)
        if (timer.at <= now) {
          waiting.delete(timer)
          timer.run()
        }
    },
  }
}

test('a button that has just appeared cannot be pressed: the click was meant for what was there before', () => {
  const time = clock()
  const guard = createGuard(time)
  guard.subscribe(() => undefined)
  time.advance(guardMs - 1)
  expect(guard.isArmed()).toBe(false)
  time.advance(1)
  expect(guard.isArmed()).toBe(true)
})

test('after each move the button waits again, and reports it', () => {
  const time = clock()
  const guard = createGuard(time)
  const heard: boolean[] = []
  guard.subscribe(() => heard.push(guard.isArmed()))
  time.advance(guardMs)
  guard.disturb()
  time.advance(guardMs - 1)
  guard.disturb()
  time.advance(guardMs - 1)
  expect(guard.isArmed()).toBe(false)
  time.advance(1)
  expect(heard).toEqual([true, false, true])
})
