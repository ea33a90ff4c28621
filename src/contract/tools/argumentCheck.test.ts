import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { argumentFault } from '#contract/tools/argumentCheck'

const object = (properties: Record<string, unknown>, more: object = {}) => ({ type: 'object', properties, ...more })

describe('argumentFault', () => {
  /** Catches a model that is told less than it needs for a correct call. */
  it.each<[string, unknown, unknown, string]>([
    ['a missing name', object({ a: {} }, { required: ['a', 'b'] }), {}, '`a` is missing. `b` is missing.'],
    ['a wrong type', object({ a: { type: 'string' } }), { a: 1 }, '`a` must be text, not a number.'],
    [
      'several types',
      object({ a: { type: ['null', 'integer'] } }),
      { a: 1.5 },
      '`a` must be null or a whole number, not a number.',
    ],
    ['a choice', object({ a: { enum: ['x', 'y'] } }), { a: 'z' }, '`a` must be one of "x", "y".'],
    ['a constant', object({ a: { const: 1 } }), { a: 2 }, '`a` must be one of 1.'],
    ['a size', object({ a: { type: 'number', minimum: 3 } }), { a: 2 }, '`a` must be at least 3.'],
    ['an open range', object({ a: { exclusiveMinimum: 0 } }), { a: 0 }, '`a` must be greater than 0.'],
    ['a step', object({ a: { multipleOf: 5 } }), { a: 7 }, '`a` must be a multiple of 5.'],
    ['a length', object({ a: { type: 'string', maxLength: 2 } }), { a: 'abc' }, '`a` must have a length of at most 2.'],
    ['an item', object({ a: { items: { type: 'string' } } }), { a: ['x', 1] }, '`a[1]` must be text, not a number.'],
    [
      'a first item',
      object({ a: { prefixItems: [{ type: 'null' }] } }),
      { a: [1] },
      '`a[0]` must be null, not a number.',
    ],
    [
      'a nested value',
      object({ a: object({ b: { type: 'array' } }) }),
      { a: { b: {} } },
      '`a.b` must be a list, not an object.',
    ],
    ['an unknown name', object({ a: {} }, { additionalProperties: false }), { b: 1 }, '`b` is unknown. Known: `a`.'],
    ['a string instead of an object', object({}), 'x', 'The value must be an object, not text.'],
    [
      'none of several forms',
      object({ a: { anyOf: [{ type: 'string' }, { type: 'null' }] } }),
      { a: 1 },
      '`a` matches none of its 2 possible forms: `a` must be text, not a number.',
    ],
    [
      'a reference inside the schema',
      object({ a: { $ref: '#/$defs/x~1y' } }, { $defs: { 'x/y': { type: 'boolean' } } }),
      { a: 1 },
      '`a` must be true or false, not a number.',
    ],
  ])('names %s', (_title, schema, args, expected) => {
    expect(argumentFault(schema, args)).toBe(expected)
  })

  /** Catches a call that its server would accept and that is refused here. */
  it.each<[string, unknown, unknown]>([
    ['correct arguments', object({ a: { type: 'integer' } }, { required: ['a'] }), { a: 1, more: true }],
    [
      'another draft',
      object({ a: { items: [{ type: 'string' }], additionalItems: { type: 'number' } } }),
      { a: ['x', 1] },
    ],
    ['an optional null of OpenAPI', object({ a: { type: 'string', nullable: true } }), { a: null }],
    [
      'several forms at once',
      object({ a: { oneOf: [{ type: 'string', pattern: 'x' }, { type: 'string' }] } }),
      { a: 'x' },
    ],
    ['unknown keywords', object({ a: { not: { pattern: 'x' }, if: {}, type: 'widget', format: 'email' } }), { a: 1 }],
    ['a range as an old draft writes it', object({ a: { minimum: 0, exclusiveMinimum: true } }), { a: 1 }],
    ['a step that is a fraction', object({ a: { multipleOf: 0.1 } }), { a: 0.3 }],
    ['names by pattern', object({}, { patternProperties: { '^x': {} }, additionalProperties: false }), { x1: 1 }],
    ['composed choices', object({ a: { enum: [{ b: 1 }] } }), { a: { b: 1 } }],
    ['no schema', undefined, { a: 1 }],
    ['a schema that is true', true, { a: 1 }],
    ['astral characters', object({ a: { type: 'string', maxLength: 1 } }), { a: '\u{1F600}' }],
  ])('lets %s through', (_title, schema, args) => {
    expect(argumentFault(schema, args)).toBeNull()
  })

  const twins = (depth: number) =>
    Object.fromEntries(
      Array.from({ length: depth }, (_, index) => [
        `d${index}`,
        { anyOf: [{ $ref: `#/$defs/d${index + 1}` }, { $ref: `#/$defs/d${index + 1}` }] },
      ]),
    )

  /** Catches a server whose schema blocks the whole engine, reaches outside, or makes every call fail. */
  it.each<[string, unknown]>([
    ['refers to itself', object({ a: { $ref: '#/properties/a' } })],
    ['refers to its own root', { $ref: '#' }],
    [
      'doubles the work with every level',
      object({ a: { $ref: '#/$defs/d0' } }, { $defs: { ...twins(60), d60: { type: 'null' } } }),
    ],
    ['has a regular expression that never ends', object({ a: { type: 'string', pattern: '^(a+)+$' } })],
    ['refers to another document', object({ a: { $ref: 'http://127.0.0.1:1/schema.json' } })],
    ['refers to properties that every object inherits', object({ a: { $ref: '#/__proto__/constructor' } })],
    ['requires nothing', object({ a: {} }, { required: [] })],
    [
      'has very many choices',
      object({ a: { anyOf: Array.from({ length: 300 }, () => ({ enum: Array(1000).fill('x') })) } }),
    ],
  ])('lets everything through when a schema %s', (_title, schema) => {
    expect(argumentFault(schema, { a: `${'a'.repeat(40)}!` })).toBeNull()
  })

  it('does not take inherited properties for given arguments', () => {
    const schema = object({}, { required: ['constructor'], additionalProperties: false })
    expect(argumentFault(schema, {})).toBe('`constructor` is missing.')
  })

  it("keeps its message short, however long the server's names are", () => {
    const long = 'x'.repeat(5_000)
    const schema = object({}, { required: Array.from({ length: 50 }, (_, index) => `${long}${index}`) })
    expect(argumentFault(schema, {})?.length).toBeLessThan(1_000)
  })

  it('never throws, whatever the schema and the arguments are', () => {
    const keyword = fc.constantFrom(
      'type',
      'properties',
      'items',
      'anyOf',
      'required',
      'enum',
      '$ref',
      'minLength',
      'a',
    )
    const schema = fc.letrec((tie) => ({
      any: fc.oneof(
        { maxDepth: 5 },
        fc.constantFrom('object', 'string', '#', '#/a', true, false, null, 3),
        fc.array(tie('any'), { maxLength: 4 }),
        fc.dictionary(keyword, tie('any'), { maxKeys: 4 }),
      ),
    })).any
    fc.assert(
      fc.property(schema, fc.jsonValue(), (one, args) => {
        const fault = argumentFault(one, args)
        expect(fault === null || typeof fault === 'string').toBe(true)
      }),
    )
  })
})
