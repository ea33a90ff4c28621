import { expect, test } from 'vitest'
import { reaches, type LogLevel } from '#engine/policies/logLevels'

test.each<[LogLevel, unknown, boolean]>([
  ['debug', 'debug', true],
  ['warning', 'notice', false],
  ['warning', 'warning', true],
  ['warning', 'emergency', true],
  ['emergency', 'alert', false],
  ['emergency', 'shout', true],
  ['emergency', undefined, true],
])('a client that wants %s gets %s: %s', (minimum, level, expected) => {
  expect(reaches(minimum, level)).toBe(expected)
})
