import { describe, expect, it } from 'vitest'
import { maxJsonDepth, excessOf, type JsonExcess, maxJsonParts, nestsTooDeep } from '#engine/policies/nesting'

const arrays = (levels: number): unknown => JSON.parse(`${'['.repeat(levels)}${']'.repeat(levels)}`)
const objects = (levels: number): unknown => JSON.parse(`${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`)

describe('nestsTooDeep', () => {
  // With a wrong limit, a server could crash the code that serializes its answer again, or valid answers would be
  // refused.
  it.each([
    ['a number', 5, false],
    ['null', null, false],
    ['as many arrays as allowed', arrays(maxJsonDepth), false],
    ['one array too many', arrays(maxJsonDepth + 1), true],
    ['as many objects as allowed', objects(maxJsonDepth), false],
    ['one object too many', objects(maxJsonDepth + 1), true],
    ['far too many arrays, without a stack overflow in the check', arrays(1_000_000), true],
    ['many flat values', Array.from({ length: 100_000 }, () => [[1]]), false],
    ['a deep value after many flat ones', [...Array.from({ length: 1_000 }, () => 1), arrays(maxJsonDepth)], true],
  ])('%s', (_title, value, expected) => {
    expect(nestsTooDeep(value)).toBe(expected)
  })
})

describe('excessOf', () => {
  const nest = (depth: number, inner = '1') => Buffer.from('['.repeat(depth) + inner + ']'.repeat(depth))

  // Catches a request body being accepted that harms the engine: a few kilobytes that overflow the stack when the call
  // is written to a server, or four megabytes of empty objects, whose parsing blocks every other client.
  it.each<[string, Buffer, JsonExcess | null]>([
    ['flat', Buffer.from(`[${'1,'.repeat(5000)}1]`), null],
    ['as many levels as allowed', nest(maxJsonDepth, '1'.repeat(10)), null],
    ['one level too many', nest(maxJsonDepth + 1), 'nests too deep'],
    ['objects', Buffer.from('{"a":'.repeat(1100) + '1' + '}'.repeat(1100)), 'nests too deep'],
    ['brackets inside text', Buffer.from(JSON.stringify('['.repeat(5000))), null],
    ['brackets after an escaped quote', Buffer.from(JSON.stringify('"' + '['.repeat(5000))), null],
    [
      'brackets after an escaped backslash',
      Buffer.from(`["\\\\",${'['.repeat(1100)}${']'.repeat(1100)}]`),
      'nests too deep',
    ],
    ['arrays side by side', Buffer.from(`[${'[],'.repeat(3000)}1]`), null],
    ['as many parts as allowed', Buffer.from(`[${'{},'.repeat(maxJsonParts - 2)}{}]`), null],
    ['one object too many', Buffer.from(`[${'{},'.repeat(maxJsonParts - 1)}{}]`), 'has too many parts'],
    ['one key too many', Buffer.from(`{${'"a":1,'.repeat(maxJsonParts - 1)}"a":1}`), 'has too many parts'],
    ['many numbers', Buffer.from(`[${'1,'.repeat(2 * maxJsonParts)}1]`), null],
    ['colons inside text', Buffer.from(JSON.stringify(':'.repeat(2 * maxJsonParts))), null],
    ['brackets that are never closed', Buffer.from('['.repeat(100_000)), 'nests too deep'],
  ])('%s', (_title, json, expected) => {
    expect(excessOf(json)).toBe(expected)
  })
})
