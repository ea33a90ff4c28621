/**
 * The control for an argument, by its schema: a group of fields, a list, or one field. The schema is untrusted and may
 * refer to itself, so it is followed only as far as it is shown. Pure.
 */
import { fieldsOf, isObject, type JsonObject } from '#contract/jsonRpc/jsonObject'
import { type FormField, readField, withoutNull } from '#renderer/parts/schemaForm/formSchema.ts'

export interface Property {
  readonly name: string
  readonly schema: unknown
  readonly required: boolean
}

export type Shape =
  | { readonly kind: 'group'; readonly properties: readonly Property[] }
  | { readonly kind: 'list'; readonly items: unknown }
  | { readonly kind: 'field'; readonly field: FormField }

const maxReferences = 16

/** The schema with its references resolved and without null as an alternative. Keywords beside a reference are kept. */
export function plainSchema(root: unknown, given: unknown): JsonObject {
  let schema = fieldsOf(given)
  for (let count = 0; count < maxReferences; count += 1) {
    const { $ref: reference, ...beside } = schema
    const [only, ...more] = Array.isArray(schema['allOf']) ? schema['allOf'] : []
    const isWrapped = isObject(only) && more.length === 0 && schema['type'] === undefined
    const { allOf: _, ...around } = schema
    const next =
      typeof reference === 'string'
        ? { ...found(root, reference), ...beside }
        : isWrapped
          ? { ...only, ...around }
          : withoutNull(schema)
    if (next === schema) return schema
    schema = next
  }
  return {}
}

function found(root: unknown, reference: string): JsonObject {
  if (reference !== '#' && !reference.startsWith('#/')) return {}
  let here: unknown = root
  for (const part of reference.split('/').slice(1)) {
    const key = part.replaceAll('~1', '/').replaceAll('~0', '~')
    if (typeof here !== 'object' || here === null || !Object.hasOwn(here, key)) return {}
    here = (here as JsonObject)[key]
  }
  return fieldsOf(here)
}

export function propertiesOf(schema: JsonObject): Property[] {
  const required = new Set<unknown>(Array.isArray(schema['required']) ? schema['required'] : [])
  return Object.entries(fieldsOf(schema['properties'])).map(([name, inner]) => ({
    name,
    schema: inner,
    required: required.has(name),
  }))
}

/**
 * Whether the schema has alternatives that exclude each other. They are written as JSON, because only the person knows
 * which one is meant.
 */
function hasForms(schema: JsonObject): boolean {
  return ['oneOf', 'anyOf', 'allOf', 'if', 'not'].some((key) => key in schema)
}

export function shapeOf(root: unknown, { name, schema: given, required }: Property): Shape {
  const schema = plainSchema(root, given)
  const field =
    choiceOf(name, schema, required) ?? oneLine({ ...readField(name, schema, required), title: name }, schema)
  if (field.kind !== 'json' || hasForms(schema)) return { kind: 'field', field }
  const properties = propertiesOf(schema)
  const { type, items } = schema
  if ((type === 'object' || type === undefined) && properties.length > 0) return { kind: 'group', properties }
  if (type === 'array' && isObject(items)) {
    const item = shapeOf(root, { name, schema: items, required: true })
    if (item.kind !== 'field' || item.field.kind !== 'json') return { kind: 'list', items }
  }
  return { kind: 'field', field }
}

/**
 * A string without a format may have several lines. The field itself ignores the format, so that a string that does not
 * match it yet is still part of the arguments. `textCheck` reports the fault.
 */
function oneLine(field: FormField, { format }: JsonObject): FormField {
  return field.kind === 'text' ? { ...field, format: null, several: typeof format !== 'string' } : field
}

const maxOptions = 500

/** A choice among given values. Each option is titled by its JSON, unless all values are strings. */
function choiceOf(name: string, schema: JsonObject, required: boolean): FormField | null {
  const values: readonly unknown[] | null =
    'const' in schema ? [schema['const']] : Array.isArray(schema['enum']) ? schema['enum'] : null
  if (values === null || values.length === 0 || values.length > maxOptions) return null
  if (values.some((value) => typeof value === 'object' && value !== null)) return null
  if (values.every((value) => typeof value === 'string') && !('const' in schema)) return null
  const options = values.map((value) => {
    const text = typeof value === 'string' ? value : JSON.stringify(value)
    return { value: JSON.stringify(value), title: text }
  })
  const description = typeof schema['description'] === 'string' ? schema['description'] : null
  return { name, title: name, description, required, kind: 'choice', options, values, initial: '' }
}
