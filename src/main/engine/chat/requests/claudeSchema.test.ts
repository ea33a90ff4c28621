import { describe, expect, test } from 'vitest'
import { claudeSchema } from '#engine/chat/requests/claudeSchema'

const string = { type: 'string' }

function repaired(schema: unknown): unknown {
  const verdict = claudeSchema(schema)
  return 'schema' in verdict ? verdict.schema : verdict.reason
}

describe('a schema that the Messages API would refuse is repaired with as few changes as possible', () => {
  const good = {
    type: 'object',
    properties: { a: { ...string, description: 'x', examples: [1] }, b: { $ref: '#/$defs/b' } },
    required: ['a'],
    additionalProperties: false,
    $defs: { b: { type: ['integer', 'null'], default: 1 } },
  }
  test('a valid schema stays unchanged', () => expect(repaired(good)).toEqual(good))

  test.each<[string, unknown, unknown]>([
    ['nothing at all', {}, { type: 'object', properties: {} }],
    ['a missing type', { properties: { a: string } }, { type: 'object', properties: { a: string } }],
    [
      'a reference at the root',
      { $ref: '#/definitions/In', definitions: { In: { type: 'object', properties: { a: string } } } },
      { type: 'object', properties: { a: string }, definitions: { In: { type: 'object', properties: { a: string } } } },
    ],
    [
      'a reference that leads nowhere or outside',
      { type: 'object', properties: { a: { $ref: '#/$defs/no' }, b: { $ref: 'https://example.com/x', title: 'B' } } },
      { type: 'object', properties: { a: {}, b: { title: 'B' } } },
    ],
    [
      'a union at the top: all parameters are allowed, and those that all forms require are required',
      {
        type: 'object',
        anyOf: [
          { properties: { kind: { const: 'a' }, a: string }, required: ['kind', 'a'] },
          { properties: { kind: { const: 'b' } }, required: ['kind'] },
        ],
      },
      {
        type: 'object',
        properties: { kind: { anyOf: [{ const: 'a' }, { const: 'b' }] }, a: string },
        required: ['kind'],
      },
    ],
    [
      'all parts of allOf apply together',
      {
        allOf: [
          { properties: { a: string }, required: ['a'] },
          { properties: { b: string }, required: ['b'] },
        ],
      },
      { type: 'object', properties: { a: string, b: string }, required: ['a', 'b'] },
    ],
    [
      'older keywords: lists of items, exclusive limits as flags, required as a flag',
      {
        type: 'object',
        properties: {
          a: { type: 'array', items: [string] },
          n: { type: 'number', minimum: 1, exclusiveMinimum: true, required: true },
        },
      },
      {
        type: 'object',
        properties: {
          a: { type: 'array', prefixItems: [string] },
          n: { type: 'number', minimum: 1, exclusiveMinimum: 1 },
        },
      },
    ],
    [
      'invalid types, enumerations and patterns',
      { type: 'object', properties: { a: { type: 'file' }, b: { enum: [] }, c: { ...string, pattern: '(' } } },
      { type: 'object', properties: { a: {}, b: {}, c: string } },
    ],
  ])('%s', (_name, given, wanted) => expect(repaired(given)).toEqual(wanted))
})

test.each<[string, unknown, RegExp]>([
  ['no object', true, /not an object/],
  ['a parameter with an invalid name', { properties: { 'ünï code': string } }, /ünï code/],
  ['too deep', nested(80), /nested/],
  ['too long', { properties: { a: { description: 'x'.repeat(300_000) } } }, /too long/],
])('an unrepairable schema is refused with the reason: %s', (_name, schema, reason) => {
  expect(repaired(schema)).toMatch(reason)
})

test('circular references do not loop forever', () => {
  const circle = { $ref: '#/$defs/a', $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } } }
  expect(repaired(circle)).toMatchObject({ type: 'object' })
  const inside = { type: 'object', properties: { a: { $ref: '#' } } }
  expect(repaired(inside)).toEqual(inside)
})

function nested(levels: number): unknown {
  return levels === 0 ? string : { type: 'object', properties: { a: nested(levels - 1) } }
}
