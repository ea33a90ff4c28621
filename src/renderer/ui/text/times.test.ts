import { expect, test } from 'vitest'
import { clockTime, exactTime } from '#renderer/ui/text/times.ts'

const midnight = new Date(2026, 2, 1, 0, 0, 5).getTime()

test('the first hour of a day is 00, not 24 and not 12', () => {
  expect(clockTime(midnight)).toBe('00:00:05')
  expect(exactTime(midnight)).toMatch(/2026.*00:00:05$/)
})
