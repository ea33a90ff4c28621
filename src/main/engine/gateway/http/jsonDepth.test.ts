import { expect, test } from 'vitest'
import { nestsTooDeep } from '#engine/gateway/http/jsonDepth'

const nest = (depth: number, inner = '1') => Buffer.from('['.repeat(depth) + inner + ']'.repeat(depth))

/** Catches: a body of a few kilobytes that ends in a stack overflow when its call is written to a server. */
test.each<[string, Buffer, boolean]>([
  ['flat', Buffer.from(`[${'1,'.repeat(5000)}1]`), false],
  ['512 levels', nest(512, '1'.repeat(10)), false],
  ['513 levels', nest(513), true],
  ['objects', Buffer.from('{"a":'.repeat(600) + '1' + '}'.repeat(600)), true],
  ['brackets inside text', Buffer.from(JSON.stringify('['.repeat(5000))), false],
  ['behind an escaped quote', Buffer.from(JSON.stringify('"' + '['.repeat(5000))), false],
  ['behind an escaped backslash', Buffer.from(`["\\\\",${'['.repeat(600)}${']'.repeat(600)}]`), true],
  ['side by side', Buffer.from(`[${'[],'.repeat(3000)}1]`), false],
  ['never closed', Buffer.from('['.repeat(100_000)), true],
])('%s', (_title, json, expected) => {
  expect(nestsTooDeep(json)).toBe(expected)
})
