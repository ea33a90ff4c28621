import { expect, test } from 'vitest'
import { relativeTime } from '#renderer/ui/text/relativeTime.ts'

const second = 1000
const minute = 60 * second
const hour = 60 * minute

test.each([
  [0, 'now'],
  [999, 'now'],
  [40 * second, 'in 40 s'],
  [-40 * second, '40 s ago'],
  [119 * second, 'in 119 s'],
  [2 * minute, 'in 2 min'],
  [-59.6 * minute, '60 min ago'],
  [3 * hour, 'in 3 h'],
  [47 * hour, 'in 47 h'],
  [48 * hour, 'in 2 days'],
  [-30 * 24 * hour, '30 days ago'],
])('%d ms from now are %s', (distance, words) => {
  expect(relativeTime(1_000_000_000_000 + distance, 1_000_000_000_000)).toBe(words)
})
