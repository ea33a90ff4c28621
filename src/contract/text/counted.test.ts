import { expect, test } from 'vitest'
import { counted } from '#contract/text/counted'

// Catches "1 tools" and "0 tool".
test.each([
  [0, '0 tools'],
  [1, '1 tool'],
  [2, '2 tools'],
])('%i', (count, text) => {
  expect(counted(count, 'tool')).toBe(text)
})
