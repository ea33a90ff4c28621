import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { afterEdit, type ArgumentDraft, draftOfText, withValue } from '#renderer/parts/arguments/argumentDraft.ts'
import type { ArgumentPart } from '#renderer/parts/arguments/argumentParts.ts'
import { isWorthAForm, reviewArguments, takesNothing } from '#renderer/parts/arguments/argumentReview.ts'
import type { Draft } from '#renderer/parts/schemaForm/formContent.ts'

const point = { type: 'object', properties: { x: { type: 'number' }, y: { type: 'number' } }, required: ['x'] }
const inputSchema = {
  type: 'object',
  properties: {
    path: { type: 'string', title: 'The path', format: 'uri' },
    limit: { type: 'integer', maximum: 9 },
    deep: { type: 'boolean' },
    kind: { type: 'string', enum: ['a', 'b'] },
    level: { enum: [1, 2, null] },
    tags: { type: 'array', items: { type: 'string', pattern: '^[a-z]+$' } },
    filter: { type: 'object' },
    at: { $ref: '#/$defs/point' },
    points: { type: 'array', items: { $ref: '#/$defs/point' }, minItems: 1 },
    either: { oneOf: [{ type: 'string' }, { type: 'number' }] },
  },
  required: ['path'],
  $defs: { point },
}

const argsOf = ({ text }: ArgumentDraft) => JSON.parse(text) as Record<string, unknown>
const review = (draft: ArgumentDraft, schema: unknown = inputSchema) => reviewArguments(schema, draft)

function partAt(draft: ArgumentDraft, ...path: (string | number)[]): ArgumentPart {
  const inner = (part: ArgumentPart): readonly ArgumentPart[] =>
    part.kind === 'group' ? part.parts : part.kind === 'list' ? part.items : []
  const all = (parts: readonly ArgumentPart[]): ArgumentPart[] => parts.flatMap((part) => [part, ...all(inner(part))])
  const found = all(review(draft).tree.parts).find(({ key }) => key === JSON.stringify(path))
  if (found === undefined) throw new Error(`no part ${path.join('.')}`)
  return found
}

function fieldAt(draft: ArgumentDraft, ...path: (string | number)[]) {
  const part = partAt(draft, ...path)
  if (part.kind !== 'field') throw new Error(`${path.join('.')} is a ${part.kind}`)
  return part
}

function write(draft: ArgumentDraft, path: (string | number)[], written: Draft): ArgumentDraft {
  return afterEdit(draft, argsOf(draft), path, { field: fieldAt(draft, ...path).field, draft: written })
}

const faultsOf = (draft: ArgumentDraft, schema: unknown = inputSchema) =>
  Object.fromEntries([...review(draft, schema).faults].map(([key, { text }]) => [key, text]))

describe('a form of arguments', () => {
  test('writes each field into the text in its own type, and leaves out emptied fields', () => {
    let draft = draftOfText('{}')
    draft = write(draft, ['path'], 'https://example.org')
    draft = write(draft, ['limit'], '7')
    draft = write(draft, ['deep'], true)
    draft = write(draft, ['kind'], 'b')
    draft = write(draft, ['level'], '2')
    draft = write(draft, ['tags'], 'one\n\ntwo\n')
    draft = write(draft, ['filter'], '{"x":[1]}')
    draft = write(draft, ['either'], '5')
    const written = {
      path: 'https://example.org',
      limit: 7,
      deep: true,
      kind: 'b',
      level: 2,
      tags: ['one', 'two'],
      filter: { x: [1] },
      either: 5,
    }
    expect([argsOf(draft), review(draft).wrong]).toEqual([written, 0])
    expect(fieldAt(draft, 'tags').draft).toBe('one\n\ntwo\n')
    for (const name of ['path', 'limit', 'kind', 'level', 'tags', 'filter', 'either']) draft = write(draft, [name], '')
    draft = write(draft, ['deep'], null)
    expect(argsOf(draft)).toEqual({})
  })

  test('shows objects and lists as groups of fields, with only the items that exist', () => {
    let draft = draftOfText('{"path":"x:y"}')
    expect(partAt(draft, 'at')).toMatchObject({ kind: 'group', isSet: false, parts: [] })
    draft = withValue(draft, argsOf(draft), ['at'], {})
    draft = write(draft, ['at', 'x'], '1')
    draft = withValue(draft, argsOf(draft), ['points'], [{}])
    draft = write(draft, ['points', 0, 'y'], '2')
    draft = withValue(draft, argsOf(draft), ['points'], [{ y: 2 }, { x: 3 }])
    expect(argsOf(draft)).toEqual({ path: 'x:y', at: { x: 1 }, points: [{ y: 2 }, { x: 3 }] })
    expect(faultsOf(draft)).toEqual({ '["points",0,"x"]': 'Required' })
    draft = withValue(draft, argsOf(draft), ['points'], [{ x: 3 }])
    expect([fieldAt(draft, 'points', 0, 'x').draft, faultsOf(draft)]).toEqual(['3', {}])
  })

  test('keeps an incomplete number in its field, and neither sends it nor loses the old value', () => {
    const draft = write(draftOfText('{"path":"x:y","limit":3}'), ['limit'], '4-')
    expect([argsOf(draft)['limit'], review(draft).isReadable]).toEqual([3, false])
    expect(fieldAt(draft, 'limit').draft).toBe('4-')
    expect(faultsOf(draft)).toEqual({ '["limit"]': 'Enter a number.' })
    expect(review(write(draft, ['limit'], '4')).isReadable).toBe(true)
  })

  test('marks what breaks the schema at its field, and lets it be sent', () => {
    const draft = draftOfText(
      '{"path":"home","limit":12,"kind":"z","tags":["A"],"filter":[],"at":{"x":"1"},"points":[],"either":{},"level":3}',
    )
    expect(faultsOf(draft)).toEqual({
      '["path"]': 'This must be an address, such as https://example.org.',
      '["limit"]': 'This must be at most 9.',
      '["kind"]': 'This must be one of "a", "b".',
      '["tags"]': '`[0]` must match the pattern ^[a-z]+$.',
      '["filter"]': 'This must be an object, not a list.',
      '["at","x"]': 'This must be a number, not text.',
      '["points"]': 'This must have a length of at least 1.',
      '["either"]': 'This matches none of its 2 possible forms: `either` must be text, not an object.',
      '["level"]': 'This must be one of 1, 2, null.',
    })
    expect(review(draft)).toMatchObject({ isReadable: true, wrong: 9 })
  })

  test('knows which arguments are missing, which is no fault before the person tries to send them', () => {
    const { faults, named } = review(draftOfText('{}'))
    expect(faults.get('["path"]')).toEqual({ text: 'Required', missing: true })
    expect(named).toEqual([{ text: '`path` is missing.', missing: true }])
  })

  test('shows as JSON what its field cannot show: nothing is lost by looking at it', () => {
    const draft = draftOfText(
      JSON.stringify({ path: ['a'], limit: 'many', kind: 'z', tags: ['a\nb'], deep: null, at: 1, points: 'x' }),
    )
    const kinds = ['path', 'limit', 'kind', 'tags', 'deep', 'at', 'points'].map(
      (name) => fieldAt(draft, name).field.kind,
    )
    expect(new Set(kinds)).toEqual(new Set(['json']))
    const mended = write(draft, ['path'], '"b"')
    expect(argsOf(mended)['path']).toBe('b')
    expect(fieldAt(mended, 'path')).toMatchObject({ field: { kind: 'json' }, draft: '"b"' })
    expect(fieldAt(draftOfText(mended.text), 'path')).toMatchObject({ field: { kind: 'text' }, draft: 'b' })
  })

  /** Catches an argument that looks like a different one. */
  test('shows a string with invisible characters as JSON, which names them', () => {
    const part = fieldAt(draftOfText(JSON.stringify({ path: 'turned \u202e around' })), 'path')
    expect([part.field.kind, part.draft]).toEqual(['json', String.raw`"turned \u202e around"`])
  })

  test('names the place where JSON cannot be read', () => {
    const { read, isReadable, named } = review(draftOfText('{\n  "path": "a"\n  "limit": 1\n}'))
    expect([read.ok, isReadable, named[0]?.text]).toEqual([false, false, 'line 3, column 3: a comma is missing.'])
    expect(review(draftOfText('[1]')).named[0]?.text).toBe('Arguments must be a JSON object: { … }')
    expect(review(draftOfText('')).read).toEqual({ ok: true, value: {} })
  })

  test('is not offered if all fields would be JSON, and asks for nothing if the tool takes no arguments', () => {
    const bare = [{}, null, { properties: { a: { type: 'object' } } }]
    expect([...bare, inputSchema].map((one) => isWorthAForm(one))).toEqual([false, false, false, true])
    const open = { type: 'object', additionalProperties: true }
    expect([{ type: 'object' }, open, inputSchema, null].map((one) => takesNothing(one, '{}'))).toEqual([
      true,
      false,
      false,
      false,
    ])
    expect(takesNothing({ type: 'object' }, '{"a":1}')).toBe(false)
  })

  test('shows any arguments, and changes only the edited one', () => {
    const names = fc.constantFrom(...Object.keys(inputSchema.properties), '__proto__', 'other')
    fc.assert(
      fc.property(fc.dictionary(names, fc.jsonValue()), (args) => {
        const draft = draftOfText(JSON.stringify(args))
        expect(review(draft).isReadable).toBe(true)
        const field = fieldAt(draftOfText('{}'), 'limit').field
        const { limit: _limit, ...others } = argsOf(draft)
        const { limit, ...after } = argsOf(afterEdit(draft, argsOf(draft), ['limit'], { field, draft: '5' }))
        expect([limit, after]).toEqual([5, others])
      }),
    )
  })
})

describe('a hostile schema', () => {
  const sizeOf = (parts: readonly ArgumentPart[]): number =>
    parts.reduce(
      (sum, part) => sum + 1 + sizeOf(part.kind === 'group' ? part.parts : part.kind === 'list' ? part.items : []),
      0,
    )

  /** Catches a schema whose form fills the memory of the page. */
  test('that contains itself, or is very wide and deep, makes a form of bounded size', () => {
    const names = Array.from({ length: 60 }, (_, index) => `n${index}`)
    const wide = {
      type: 'object',
      properties: Object.fromEntries(names.map((name) => [name, { $ref: '#' }])),
      required: names,
    }
    const many = {
      properties: Object.fromEntries(Array.from({ length: 5_000 }, (_, at) => [`n${at}`, { type: 'string' }])),
    }
    const loop = { properties: { a: { $ref: '#/$defs/a' } }, $defs: { a: { $ref: '#/$defs/a' } } }
    for (const schema of [wide, many, loop, { allOf: [{ $ref: '#' }] }])
      expect(sizeOf(review(draftOfText('{}'), schema).tree.parts)).toBeLessThan(500)
  })

  test('never breaks the form, whatever it and the arguments are', () => {
    const keyword = fc.constantFrom('type', 'properties', 'items', 'anyOf', 'required', 'enum', '$ref', 'pattern', 'a')
    const schema = fc.letrec((tie) => ({
      any: fc.oneof(
        { maxDepth: 5 },
        fc.constantFrom('object', 'string', 'array', '#', '#/properties/a', true, null, 3, '(a+)+$'),
        fc.array(tie('any'), { maxLength: 3 }),
        fc.dictionary(keyword, tie('any'), { maxKeys: 4 }),
      ),
    })).any
    fc.assert(
      fc.property(schema, fc.dictionary(fc.constantFrom('a', 'type'), fc.jsonValue()), (one, args) => {
        expect(review(draftOfText(JSON.stringify(args)), one).read.ok).toBe(true)
      }),
    )
  })
})
