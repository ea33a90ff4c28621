import { describe, expect, test } from 'vitest'
import { argumentSkeleton } from '#renderer/parts/arguments/argumentSkeleton.ts'
import { parametersOf } from '#renderer/parts/arguments/parameters.ts'
import { resultParts } from '#renderer/model/tools/resultParts.ts'

describe('the arguments to start from', () => {
  test('contain defaults and the only possible values, and no made-up value', () => {
    const schema = {
      type: 'object',
      properties: {
        path: { type: 'string' },
        limit: { type: 'integer', default: 10 },
        optional: { type: 'string' },
        mode: { enum: ['a', 'b'] },
        only: { const: 'this' },
        names: { type: 'array' },
        some: { type: 'array', minItems: 1 },
        count: { type: 'integer', minimum: 1 },
        at: { $ref: '#/$defs/at' },
      },
      required: ['path', 'mode', 'only', 'names', 'some', 'count', 'at'],
      $defs: { at: { type: 'object', properties: { x: { type: 'number' }, y: { const: 1 } }, required: ['x', 'y'] } },
    }
    expect(argumentSkeleton(schema)).toEqual({ limit: 10, only: 'this', names: [], at: { y: 1 } })
  })

  test('are finite for a schema that contains itself', () => {
    const node: Record<string, unknown> = { type: 'object', required: ['next'] }
    node['properties'] = { next: node }
    expect(JSON.stringify(argumentSkeleton(node)).length).toBeLessThan(200)
  })

  test.each([[null], [7], ['x'], [{ properties: 3 }], [{ type: 'object', properties: { a: null }, required: ['a'] }]])(
    'survive the schema %j',
    (schema) => {
      expect(() => argumentSkeleton(schema)).not.toThrow()
      expect(() => parametersOf(schema)).not.toThrow()
    },
  )
})

describe('a result', () => {
  test('never turns anything but a plain picture into a picture: an SVG can contain a script', () => {
    const image = (mimeType: string, data: string) => ({ type: 'image', mimeType, data })
    const parts = resultParts({
      content: [
        image('image/png', 'AAAA'),
        image('image/svg+xml', 'AAAA'),
        image('text/html', 'AAAA'),
        image('image/png', 'x" onerror="alert(1)'),
      ],
    })
    expect(parts.map((part) => part.kind)).toEqual(['image', 'json', 'json', 'json'])
  })

  test('of ten megabytes is shortened for the page, and says by how much', () => {
    expect(resultParts({ content: [{ type: 'text', text: 'x'.repeat(10_000_000) }] })).toMatchObject([
      { kind: 'text', cut: 9_900_000 },
    ])
  })

  test('with unknown and broken blocks shows them as they came', () => {
    expect(resultParts({ content: [null, { type: 'hologram', x: 1 }], structuredContent: [1] })).toMatchObject([
      { kind: 'json', label: 'value', text: 'null' },
      { kind: 'json', label: 'hologram' },
      { kind: 'json', label: 'structured content' },
    ])
  })
})

test('parameters are described in the words of the schema', () => {
  const schema = {
    properties: {
      a: { type: 'array', items: { type: 'string' }, description: 'names' },
      b: { anyOf: [{ type: 'string' }, { const: 1 }] },
    },
    required: ['a'],
  }
  expect(parametersOf(schema)).toEqual([
    { name: 'a', type: 'string[]', required: true, limits: [], description: 'names' },
    { name: 'b', type: 'string | 1', required: false, limits: [], description: '' },
  ])
})

test('a parameter shows the limits of its values, and its default', () => {
  const properties = {
    limit: { type: 'integer', minimum: 1, maximum: 5000, default: 50 },
    name: { type: 'string', minLength: 2 },
    day: { type: 'string', format: 'date', default: 'x'.repeat(200) },
    odd: { minimum: 'a', maximum: null },
    code: { type: 'string', pattern: '^x', examples: ['x1'] },
  }
  expect(parametersOf({ properties }).map(({ limits }) => limits)).toEqual([
    ['1 to 5,000', 'default 50'],
    ['at least 2 characters'],
    ['date', `default "${'x'.repeat(70)}…`],
    [],
    ['matches ^x', 'for example "x1"'],
  ])
})
