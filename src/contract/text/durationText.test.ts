import { expect, test } from 'vitest'
import { durationText } from '#contract/text/durationText'

test.each([
  [0.2, '1 ms'],
  [999, '999 ms'],
  [999.7, '1 s'],
  [1500, '1.5 s'],
  [30_000, '30 s'],
  [59_990, '1 min'],
  [125_000, '2 min 5 s'],
  [300_200, '5 min'],
  [3_599_900, '1 h'],
  [3_600_000, '1 h'],
  [3_900_000, '1 h 5 min'],
])('%d ms are %s, instead of 300 seconds or 60 minutes', (ms, text) => {
  expect(durationText(ms)).toBe(text)
})
