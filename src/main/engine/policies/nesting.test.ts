import { describe, expect, it } from 'vitest'
import { deepestJson, nestsTooDeep } from '#engine/policies/nesting'

const arrays = (levels: number): unknown => JSON.parse(`${'['.repeat(levels)}${']'.repeat(levels)}`)
const objects = (levels: number): unknown => JSON.parse(`${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`)

describe('nestsTooDeep', () => {
  // A limit that is off lets a server end whoever writes its answer out again, or refuses answers that are fine.
  it.each([
    ['a number', 5, false],
    ['null', null, false],
    ['as many arrays as allowed', arrays(deepestJson), false],
    ['one array too many', arrays(deepestJson + 1), true],
    ['as many objects as allowed', objects(deepestJson), false],
    ['one object too many', objects(deepestJson + 1), true],
    ['far too many, without a stack overflow of its own', arrays(1_000_000), true],
    ['wide is not deep', Array.from({ length: 100_000 }, () => [[1]]), false],
    ['deep behind much that is not', [...Array.from({ length: 1_000 }, () => 1), arrays(deepestJson)], true],
  ])('%s', (_title, value, expected) => {
    expect(nestsTooDeep(value)).toBe(expected)
  })
})
