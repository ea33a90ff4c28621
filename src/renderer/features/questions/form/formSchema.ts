/** The fields of a form out of the schema that a server sent, which may be anything. Pure. */
import { isObject } from '#contract/jsonObject'

interface Common {
  readonly name: string
  readonly title: string
  readonly description: string | null
  readonly required: boolean
}
export interface Option {
  readonly value: string
  readonly title: string
}
export type FormField = Common &
  (
    | {
        readonly kind: 'text'
        readonly format: 'email' | 'uri' | 'date' | 'date-time' | null
        readonly minLength: number | null
        readonly maxLength: number | null
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
    | { readonly kind: 'choice'; readonly options: readonly Option[]; readonly initial: string }
    | {
        readonly kind: 'choices'
        readonly options: readonly Option[]
        readonly atLeast: number | null
        readonly atMost: number | null
        readonly initial: readonly string[]
      }
    /** Something that this protocol has no form for. */
    | { readonly kind: 'json'; readonly initial: string }
  )

type Schema = Readonly<Record<string, unknown>>

const mostFields = 100
const mostOptions = 500
const formats = ['email', 'uri', 'date', 'date-time'] as const

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value : null
}

function numberOf(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null
}

export function readForm(requestedSchema: unknown): FormField[] {
  const { properties, required } = isObject(requestedSchema) ? requestedSchema : {}
  const needed = new Set(Array.isArray(required) ? required : [])
  return Object.entries(isObject(properties) ? properties : {})
    .slice(0, mostFields)
    .map(([name, schema]) => readField(name, isObject(schema) ? schema : {}, needed.has(name)))
}

function readField(name: string, schema: Schema, required: boolean): FormField {
  const common = { name, title: textOf(schema['title']) ?? name, description: textOf(schema['description']), required }
  const given = schema['default']
  const options = optionsOf(schema)
  if (options !== null)
    return {
      ...common,
      kind: 'choice',
      options,
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
      const several = isObject(schema['items']) ? optionsOf(schema['items']) : null
      if (several !== null)
        return {
          ...common,
          kind: 'choices',
          options: several,
          atLeast: numberOf(schema['minItems']),
          atMost: numberOf(schema['maxItems']),
          initial: several.map(({ value }) => value).filter((value) => Array.isArray(given) && given.includes(value)),
        }
    }
  }
  return { ...common, kind: 'json', initial: given === undefined ? '' : (JSON.stringify(given) ?? '') }
}

/** Null where the schema names none: `enum` with or without `enumNames`, or a list of `const` with `title`. */
function optionsOf(schema: Schema): Option[] | null {
  const names = Array.isArray(schema['enumNames']) ? schema['enumNames'] : []
  const forms = [schema['oneOf'], schema['anyOf']].find((list) => Array.isArray(list))
  const listed: readonly unknown[] | null = Array.isArray(schema['enum'])
    ? schema['enum'].map((value: unknown, index) => ({ const: value, title: names[index] as unknown }))
    : (forms ?? null)
  if (listed === null) return null
  const options = listed
    .slice(0, mostOptions)
    .flatMap((one) =>
      isObject(one) && typeof one['const'] === 'string'
        ? [{ value: one['const'], title: textOf(one['title']) ?? one['const'] }]
        : [],
    )
  return options.length === Math.min(listed.length, mostOptions) && options.length > 0 ? options : null
}

const secretName =
  /pass(?:word|phrase|code)?\b|secret|token|api.?key|private.?key|credential|\bpin\b|card.?number|\bcvv\b/i

/** A field that seems to want what no server may ask for in a form. */
export function looksSecret({ name, title, description }: Pick<FormField, 'name' | 'title' | 'description'>): boolean {
  return [name, title, description ?? ''].some((text) => secretName.test(text))
}
