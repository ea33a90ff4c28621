import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Drafts, formContent } from '#renderer/parts/schemaForm/formContent.ts'
import { looksSecret, readForm } from '#renderer/parts/schemaForm/formSchema.ts'

const schema = {
  type: 'object',
  properties: {
    name: { type: 'string', title: 'Your name', minLength: 2, maxLength: 5, default: 'Ada' },
    mail: { type: 'string', format: 'email' },
    age: { type: 'integer', minimum: 18 },
    sure: { type: 'boolean' },
    colour: { type: 'string', enum: ['r', 'g'], enumNames: ['Red', 'Green'] },
    size: { type: 'string', oneOf: [{ const: 's', title: 'Small' }, { const: 'l' }], default: 'l' },
    days: { type: 'array', items: { anyOf: [{ const: 'mo' }, { const: 'tu' }] }, maxItems: 1, default: ['tu', 'x'] },
    odd: { type: 'object' },
    tags: { type: 'array', items: { type: 'string' }, default: ['a', 'b'] },
    note: { anyOf: [{ type: 'string' }, { type: 'null' }], default: null },
    count: { type: ['integer', 'null'] },
  },
  required: ['age', 'colour'],
}

describe('the fields of a form', () => {
  test('every kind of value in the protocol becomes a field, in order, with its default', () => {
    expect(readForm(schema).map(({ name, kind, initial }) => [name, kind, initial])).toEqual([
      ['name', 'text', 'Ada'],
      ['mail', 'text', ''],
      ['age', 'number', ''],
      ['sure', 'yesNo', null],
      ['colour', 'choice', ''],
      ['size', 'choice', 'l'],
      ['days', 'choices', ['tu']],
      ['odd', 'json', ''],
      ['tags', 'lines', 'a\nb'],
      ['note', 'text', ''],
      ['count', 'number', ''],
    ])
    expect(readForm(schema)[4]).toMatchObject({
      required: true,
      options: [
        { value: 'r', title: 'Red' },
        { value: 'g', title: 'Green' },
      ],
    })
  })

  test('no schema, however wrong, breaks the page', () => {
    expect([null, 1, [], { properties: [] }, { properties: { a: 1 }, required: 'a' }].map(readForm)).toMatchObject([
      [],
      [],
      [],
      [],
      [{ name: 'a', kind: 'json', required: false }],
    ])
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (properties) => {
        const fields = readForm({ properties })
        formContent(fields, new Map(), { properties })
        expect(fields).toHaveLength(Object.keys(properties).length)
      }),
    )
  })

  test.each([
    ['password', true],
    ['apiKey', true],
    ['Your API key', true],
    ['shipping address', false],
    ['passenger', false],
  ])('%s is warned about: %s', (name, secret) => {
    expect(looksSecret({ name, title: name, description: null })).toBe(secret)
  })
})

describe('a filled-in form', () => {
  const fields = readForm(schema)
  const fill = (values: Record<string, string | boolean | string[]>): Drafts => new Map(Object.entries(values))

  test('is sent in the types of the schema, without optional fields left empty', () => {
    expect(formContent(fields, fill({ age: '18', colour: 'g', days: [] }), schema)).toEqual({
      ok: true,
      content: { name: 'Ada', age: 18, colour: 'g', size: 'l', tags: ['a', 'b'] },
    })
  })

  test('shows each error at its field', () => {
    const filled = fill({ name: 'Adalovelace', mail: 'no', age: '17.5', days: ['mo', 'tu'], odd: '{' })
    expect(formContent(fields, filled, schema)).toEqual({
      ok: false,
      faults: new Map([
        ['name', 'This must have a length of at most 5.'],
        ['mail', 'Enter an email address.'],
        ['age', 'Enter a whole number.'],
        ['colour', 'Required'],
        ['days', 'This must have a length of at most 1.'],
        ['odd', 'Enter valid JSON.'],
      ]),
    })
  })

  test('treats a field named like an inherited property as any other field', () => {
    const hostile = {
      properties: JSON.parse('{"__proto__":{"type":"string"},"constructor":{"type":"string"}}') as object,
    }
    const content = formContent(readForm(hostile), fill({ constructor: 'x' }), hostile)
    expect(content).toMatchObject({ ok: true, content: { constructor: 'x' } })
  })
})
