import { expect, test } from 'vitest'
import { onText } from '#renderer/parts/tool/onText.ts'

const tool = (server: string, enabled = true, quarantine: string | null = null) => ({ server, enabled, quarantine })
const off = new Set(['resting'])

test.each([
  [[tool('one'), tool('one', false)], false, '1 on'],
  [[tool('one'), tool('one', true, 'odd')], true, '2 found, 2 on, 1 quarantined'],
  [[tool('resting'), tool('resting'), tool('resting', false)], false, '0 on, 2 once the server is on'],
  [[tool('one'), tool('resting', true, 'odd')], false, '1 on, 1 once the server is on'],
  [[], false, '0 on'],
] as const)('a tool does not count as on while its server is off: %o', (tools, filtered, text) => {
  expect(onText(tools, off, filtered)).toBe(text)
})
