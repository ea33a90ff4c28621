import { describe, expect, it } from 'vitest'
import { maxJsonDepth, excessOf, type JsonExcess, maxJsonParts, nestsTooDeep } from '#engine/policies/nesting'

const arrays = (levels: number): unknown => JSON.parse(`${'['.repeat(levels)}${']'.repeat(levels)}`)
const objects = (levels: number): unknown => JSON.parse(`${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`)

describe('nestsTooDeep', () => {
  // A wrong limit lets a server crash the code that writes its answer out again, or refuses answers that are fine.
  it.each([
    ['a number', 5, false],
    ['null', null, false],
    ['as many arrays as allowed', arrays(maxJsonDepth), false],
    ['one array too many', arrays(maxJsonDepth + 1), true],
    ['as many objects as allowed', objects(maxJsonDepth), false],
    ['one object too many', objects(maxJsonDepth + 1), true],
    ['far too many, without a stack overflow of its own', arrays(1_000_000), true],
    ['wide is not deep', Array.from({ length: 100_000 }, () => [[1]]), false],
    ['deep after many shallow values', [...Array.from({ length: 1_000 }, () => 1), arrays(maxJsonDepth)], true],
  ])('%s', (_title, value, expected) => {
    expect(nestsTooDeep(value)).toBe(expected)
  })
})

describe('excessOf', () => {
  const nest = (depth: number, inner = '1') => Buffer.from('['.repeat(depth) + inner + ']'.repeat(depth))

  // Catches: a body of a few kilobytes that ends in a stack overflow when its call is written to a server; and one of
  // four megabytes of empty objects, whose parsing every other client waits for.
  it.each<[string, Buffer, JsonExcess | null]>([
    ['flat', Buffer.from(`[${'1,'.repeat(5000)}1]`), null],
    ['as many levels as allowed', nest(maxJsonDepth, '1'.repeat(10)), null],
    ['one level too many', nest(maxJsonDepth + 1), 'nests too deep'],
    ['objects', Buffer.from('{"a":'.repeat(1100) + '1' + '}'.repeat(1100)), 'nests too deep'],
    ['brackets inside text', Buffer.from(JSON.stringify('['.repeat(5000))), null],
    ['behind an escaped quote', Buffer.from(JSON.stringify('"' + '['.repeat(5000))), null],
    ['behind an escaped backslash', Buffer.from(`["\\\\",${'['.repeat(1100)}${']'.repeat(1100)}]`), 'nests too deep'],
    ['side by side', Buffer.from(`[${'[],'.repeat(3000)}1]`), null],
    ['as many parts as allowed', Buffer.from(`[${'{},'.repeat(maxJsonParts - 2)}{}]`), null],
    ['one object too many', Buffer.from(`[${'{},'.repeat(maxJsonParts - 1)}{}]`), 'has too many parts'],
    ['one name too many', Buffer.from(`{${'"a":1,'.repeat(maxJsonParts - 1)}"a":1}`), 'has too many parts'],
    ['many numbers', Buffer.from(`[${'1,'.repeat(2 * maxJsonParts)}1]`), null],
    ['colons inside text', Buffer.from(JSON.stringify(':'.repeat(2 * maxJsonParts))), null],
    ['never closed', Buffer.from('['.repeat(100_000)), 'nests too deep'],
  ])('%s', (_title, json, expected) => {
    expect(excessOf(json)).toBe(expected)
  })
})
