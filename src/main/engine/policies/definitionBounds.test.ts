import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  boundedDefinition,
  maxDefinitionDepth,
  maxDefinitionLength,
  outOfBoundsReason,
} from '#engine/policies/definitionBounds'

const long = 'x'.repeat(maxDefinitionLength)

function nested(levels: number): unknown {
  let value: unknown = 1
  for (let level = 0; level < levels; level += 1) value = [value]
  return value
}

describe('boundedDefinition', () => {
  it('passes on a definition within the limits unchanged, and reports its length without escapes', () => {
    const plain = fc.string({ unit: fc.constantFrom('a', 'ü', '🙂', ' ') })
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: fc.constantFrom('a', 'ü', '🙂', ' ') }), plain, (value, name) => {
        const raw = { name, value }
        const { entry, length } = boundedDefinition(raw)
        expect(entry).toBe(raw)
        expect(outOfBoundsReason(entry)).toBeNull()
        const exact = JSON.stringify(raw).length
        // A number counts as five characters.
        expect(length).toBeGreaterThan(exact / 6)
        expect(length).toBeLessThan(exact * 6 + 10)
      }),
    )
  })

  it.each([
    ['a long text', { name: 'n', uri: 'test:///n', description: long }],
    ['a long key', { name: 'n', uri: 'test:///n', [long]: 1 }],
    ['many short values', { name: 'n', uri: 'test:///n', all: Array.from({ length: maxDefinitionLength }, () => 1) }],
    ['depth in arrays', { name: 'n', uri: 'test:///n', deep: nested(maxDefinitionDepth) }],
    ['more depth than the stack allows', { name: 'n', uri: 'test:///n', deep: nested(100_000) }],
  ])('replaces %s by a note with the name', (_title, raw) => {
    const { entry, length } = boundedDefinition(raw)
    expect(entry).toMatchObject({ name: 'n', uri: 'test:///n' })
    expect(outOfBoundsReason(entry)).toMatch(/larger than 1 MB|more than 256 levels deep/)
    expect(length).toBeLessThan(200)
    // The note is stored for the next start, and must be recognised then.
    expect(boundedDefinition(JSON.parse(JSON.stringify(entry)))).toEqual({ entry, length })
  })

  it('keeps only the beginning of a long name', () => {
    const { entry } = boundedDefinition({ name: long })
    expect(JSON.stringify(entry).length).toBeLessThan(300)
  })

  it.each([null, 5, 'text', [], long])('accepts an entry that is not an object', (raw) => {
    expect(() => boundedDefinition(raw)).not.toThrow()
  })

  it('a note that a server wrote itself counts only if its value is that of a real one', () => {
    expect(outOfBoundsReason({ name: 'n', 'switchboard/outOfBounds': 'large' })).toMatch(/larger/)
    expect(outOfBoundsReason({ name: 'n', 'switchboard/outOfBounds': 'anything' })).toBeNull()
  })
})
