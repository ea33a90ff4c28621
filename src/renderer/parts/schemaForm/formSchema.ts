/** Reads the fields of a form from a server's schema, which may be anything. Pure. */
import { fieldsOf, isObject } from '#contract/jsonRpc/jsonObject'
import type { Option } from '#renderer/ui/form/options.ts'

interface Common {
  readonly name: string
  readonly title: string
  readonly description: string | null
  readonly required: boolean
}

export type FormField = Common &
  (
    | {
        readonly kind: 'text'
        readonly format: 'email' | 'uri' | 'date' | 'date-time' | null
        readonly minLength: number | null
        readonly maxLength: number | null
        /** Whether the text may have several lines. */
        readonly several: boolean
        readonly initial: string
      }
    | {
        readonly kind: 'number'
        readonly whole: boolean
        readonly minimum: number | null
        readonly maximum: number | null
        readonly initial: string
      }
    | { readonly kind: 'yesNo'; readonly initial: boolean | null }
    | {
        readonly kind: 'choice'
        readonly options: readonly Option[]
        /** The value of each option, if it is more than the option's text. */
        readonly values: readonly unknown[]
        readonly initial: string
      }
    | {
        readonly kind: 'choices'
        readonly options: readonly Option[]
        readonly minItems: number | null
        readonly maxItems: number | null
        readonly initial: readonly string[]
      }
    /** A list of strings, one per line. */
    | {
        readonly kind: 'lines'
        readonly minItems: number | null
        readonly maxItems: number | null
        readonly initial: string
      }
    /** A value that no other control fits. */
    | { readonly kind: 'json'; readonly initial: string }
  )

type Schema = Readonly<Record<string, unknown>>

const maxFields = 100
const maxOptions = 500
const formats = ['email', 'uri', 'date', 'date-time'] as const

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value : null
}

function numberOf(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null
}

export function readForm(requestedSchema: unknown): FormField[] {
  const { properties, required } = fieldsOf(requestedSchema)
  const needed = new Set(Array.isArray(required) ? required : [])
  return Object.entries(fieldsOf(properties))
    .slice(0, maxFields)
    .map(([name, schema]) => readField(name, fieldsOf(schema), needed.has(name)))
}

export function readField(name: string, given: Schema, required: boolean): FormField {
  return fieldOf(name, withoutNull(given), required)
}

/** The schema without null as an alternative: leaving the field out means null. */
export function withoutNull(schema: Schema): Schema {
  const { type } = schema
  if (Array.isArray(type)) {
    const others = type.filter((one) => one !== 'null')
    return others.length === 1 ? { ...schema, type: others[0] as unknown } : schema
  }
  for (const key of ['anyOf', 'oneOf'] as const) {
    const { [key]: forms, ...rest } = schema
    if (!Array.isArray(forms)) continue
    const others = forms.filter((form) => !isObject(form) || form['type'] !== 'null')
    const [only] = others
    if (others.length === 1 && forms.length === 2 && isObject(only)) return { ...only, ...rest }
  }
  return schema
}

function fieldOf(name: string, schema: Schema, required: boolean): FormField {
  const common = { name, title: textOf(schema['title']) ?? name, description: textOf(schema['description']), required }
  const given = schema['default']
  const options = optionsOf(schema)
  if (options !== null)
    return {
      ...common,
      kind: 'choice',
      options,
      values: options.map(({ value }) => value),
      initial: options.some(({ value }) => value === given) ? String(given) : '',
    }
  switch (schema['type']) {
    case 'string':
      return {
        ...common,
        kind: 'text',
        format: formats.find((format) => format === schema['format']) ?? null,
        minLength: numberOf(schema['minLength']),
        maxLength: numberOf(schema['maxLength']),
        several: false,
        initial: typeof given === 'string' ? given : '',
      }
    case 'number':
    case 'integer':
      return {
        ...common,
        kind: 'number',
        whole: schema['type'] === 'integer',
        minimum: numberOf(schema['minimum']),
        maximum: numberOf(schema['maximum']),
        initial: numberOf(given)?.toString() ?? '',
      }
    case 'boolean':
      return { ...common, kind: 'yesNo', initial: typeof given === 'boolean' ? given : null }
    case 'array': {
      const items = fieldsOf(schema['items'])
      const limits = { minItems: numberOf(schema['minItems']), maxItems: numberOf(schema['maxItems']) }
      const several = optionsOf(items)
      if (several === null && items['type'] === 'string') {
        const initial = Array.isArray(given) ? given.filter((one) => typeof one === 'string').join('\n') : ''
        return { ...common, kind: 'lines', ...limits, initial }
      }
      if (several !== null)
        return {
          ...common,
          kind: 'choices',
          options: several,
          ...limits,
          initial: several.map(({ value }) => value).filter((value) => Array.isArray(given) && given.includes(value)),
        }
    }
  }
  return { ...common, kind: 'json', initial: given === undefined ? '' : (JSON.stringify(given) ?? '') }
}

/** The options in a schema: `enum` with or without `enumNames`, or a list of `const` with `title`. Null: no options. */
function optionsOf(schema: Schema): Option[] | null {
  const names = Array.isArray(schema['enumNames']) ? schema['enumNames'] : []
  const forms = [schema['oneOf'], schema['anyOf']].find((list) => Array.isArray(list))
  const listed: readonly unknown[] | null = Array.isArray(schema['enum'])
    ? schema['enum'].map((value: unknown, index) => ({ const: value, title: names[index] as unknown }))
    : (forms ?? null)
  if (listed === null) return null
  const options = listed
    .slice(0, maxOptions)
    .flatMap((one) =>
      isObject(one) && typeof one['const'] === 'string'
        ? [{ value: one['const'], title: textOf(one['title']) ?? one['const'] }]
        : [],
    )
  return options.length === Math.min(listed.length, maxOptions) && options.length > 0 ? options : null
}

const secretName =
  /pass(?:word|phrase|code)?\b|secret|token|api.?key|private.?key|credential|\bpin\b|card.?number|\bcvv\b/i

/** Whether a field seems to ask for a secret, which servers must not do in a form. */
export function looksSecret({ name, title, description }: Pick<FormField, 'name' | 'title' | 'description'>): boolean {
  return [name, title, description ?? ''].some((text) => secretName.test(text))
}
