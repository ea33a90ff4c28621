import { expect, test } from 'vitest'
import { kindByName, nameLengthFor, toolLimitOf } from '#engine/access/clientKinds'

// Catches a client program that is not recognised, so that the prefix that it adds makes names too long.
test.each([
  ['Cursor', 'cursor', 46, 40],
  ['claude code on the laptop', 'claude-code', 46, null],
  ['Claude Desktop', 'claude-desktop', 64, null],
  ['VS Code', 'vscode', 64, 128],
  ['my script', 'other', 64, null],
] as const)('%s is of the kind %s: names of up to %i characters, tools %s', (name, kind, length, limit) => {
  expect(kindByName(name)).toBe(kind)
  expect(nameLengthFor(kind)).toBe(length)
  expect(toolLimitOf(kind)).toBe(limit)
})
