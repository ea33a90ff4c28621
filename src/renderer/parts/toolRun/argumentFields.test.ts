import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  afterEdit,
  type ArgumentDraft,
  argumentField,
  draftOfText,
  fieldsOf,
  hasFault,
  isWorthAForm,
} from '#renderer/parts/toolRun/argumentFields.ts'

const inputSchema = {
  type: 'object',
  properties: {
    path: { type: 'string', title: 'The path', format: 'uri' },
    limit: { type: 'integer', maximum: 9 },
    deep: { type: 'boolean' },
    kind: { type: 'string', enum: ['a', 'b'] },
    tags: { type: 'array', items: { type: 'string' } },
    filter: { type: 'object' },
  },
  required: ['path'],
}
const fields = fieldsOf(inputSchema)
const argsOf = ({ text }: ArgumentDraft) => JSON.parse(text) as Record<string, unknown>
const fieldIn = (draft: ArgumentDraft, name: string) => {
  const field = fields.find((one) => one.name === name)
  if (field === undefined) throw new Error(`no field ${name}`)
  return argumentField(field, argsOf(draft), draft, inputSchema)
}
const write = (draft: ArgumentDraft, name: string, written: string | boolean | null): ArgumentDraft =>
  afterEdit(draft, argsOf(draft), { ...fieldIn(draft, name), draft: written })

describe('a form of arguments', () => {
  test('writes each field into the text in its own type, and leaves out what is emptied', () => {
    let draft = draftOfText('{"path":""}')
    draft = write(draft, 'path', 'no address, which is for the server to say')
    draft = write(draft, 'limit', '7')
    draft = write(draft, 'deep', true)
    draft = write(draft, 'kind', 'b')
    draft = write(draft, 'tags', 'one\n\ntwo\n')
    draft = write(draft, 'filter', '{"x":[1]}')
    expect(argsOf(draft)).toEqual({
      path: 'no address, which is for the server to say',
      limit: 7,
      deep: true,
      kind: 'b',
      tags: ['one', 'two'],
      filter: { x: [1] },
    })
    expect(fieldIn(draft, 'tags').draft).toBe('one\n\ntwo\n')
    for (const name of ['path', 'limit', 'kind', 'tags', 'filter']) draft = write(draft, name, '')
    expect(argsOf(draft)).toEqual({ path: '', deep: true })
  })

  test('keeps an incomplete number in its field, and neither sends it nor loses the old value', () => {
    const draft = write(draftOfText('{"limit":3}'), 'limit', '4-')
    expect([argsOf(draft), hasFault(draft)]).toEqual([{ limit: 3 }, true])
    expect(fieldIn(draft, 'limit')).toMatchObject({ draft: '4-', fault: 'Enter a number.' })
    expect(hasFault(write(draft, 'limit', '4'))).toBe(false)
  })

  test('hints at violations of the schema, and lets them be sent', () => {
    const draft = write(draftOfText('{}'), 'limit', '12')
    expect(fieldIn(draft, 'limit')).toMatchObject({ fault: null, remark: 'This must be at most 9.' })
    expect(hasFault(draft)).toBe(false)
  })

  test('shows as JSON what its field cannot show: nothing is lost by looking at it', () => {
    const draft = draftOfText('{"path":["a"],"limit":"many","kind":"z","tags":["a\\nb"],"deep":null}')
    const kinds = ['path', 'limit', 'kind', 'tags', 'deep'].map((name) => fieldIn(draft, name).field.kind)
    expect(kinds).toEqual(['json', 'json', 'json', 'json', 'json'])
    const mended = write(draft, 'path', '"b"')
    expect(argsOf(mended)['path']).toBe('b')
    expect(fieldIn(mended, 'path')).toMatchObject({ field: { kind: 'json' }, draft: '"b"' })
    expect(fieldIn(draftOfText(mended.text), 'path')).toMatchObject({ field: { kind: 'text' }, draft: 'b' })
  })

  test('is not offered if all fields would be JSON', () => {
    expect([{}, null, { properties: { a: { type: 'object' } } }].map((one) => isWorthAForm(fieldsOf(one)))).toEqual([
      false,
      false,
      false,
    ])
    expect(isWorthAForm(fields)).toBe(true)
  })

  test('shows any arguments, and changes only the edited one', () => {
    const names = fc.constantFrom(...Object.keys(inputSchema.properties), '__proto__', 'other')
    fc.assert(
      fc.property(fc.dictionary(names, fc.jsonValue()), (args) => {
        const draft = draftOfText(JSON.stringify(args))
        for (const { name } of fields) expect(fieldIn(draft, name).fault).toBeNull()
        const { limit: _limit, ...others } = argsOf(draft)
        const { limit, ...after } = argsOf(afterEdit(draft, argsOf(draft), { ...limitField, draft: '5' }))
        expect([limit, after]).toEqual([5, others])
      }),
    )
  })
})

const limitField = { field: fields[1] ?? fail() }

function fail(): never {
  throw new Error('the form has a field for the limit')
}
