import { expect, test } from 'vitest'
import { manualClock } from '#test/support/manualClock'

test('timers run in order of time, including those that other timers create, and never early', () => {
  const clock = manualClock(0)
  const ran: string[] = []
  clock.after(30, () => ran.push(`late at ${clock.now()}`))
  clock.after(10, () => {
    ran.push(`early at ${clock.now()}`)
    clock.after(5, () => ran.push(`created meanwhile at ${clock.now()}`))
  })
  clock.after(20, () => ran.push('cancelled')).cancel()
  clock.advance(29)
  expect(ran).toEqual(['early at 10', 'created meanwhile at 15'])
  clock.advance(1)
  expect(ran.at(-1)).toBe('late at 30')
  expect(clock.waiting).toBe(0)
})
