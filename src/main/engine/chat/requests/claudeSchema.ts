/**
 * Makes a tool's input schema acceptable to the Messages API with as few changes as possible, or says why it cannot.
 * One bad schema would make the API refuse the whole request. Pure and deterministic.
 */
import { fieldsOf, isObject, type JsonObject } from '#contract/jsonRpc/jsonObject'
import { nestsTooDeep } from '#engine/policies/nesting'

export type SchemaVerdict = { readonly schema: JsonObject } | { readonly reason: string }

const types = new Set(['object', 'array', 'string', 'number', 'integer', 'boolean', 'null'])
const propertyName = /^[a-zA-Z0-9_.-]{1,64}$/
const deepest = 64
const longest = 200_000
const unions = ['anyOf', 'oneOf', 'allOf'] as const

/** Keywords whose value is a schema, a list of schemas, or schemas by name. */
const single = new Set([
  'items',
  'additionalProperties',
  'not',
  'if',
  'then',
  'else',
  'contains',
  'propertyNames',
  'unevaluatedItems',
  'unevaluatedProperties',
])
const listed = new Set(['anyOf', 'oneOf', 'allOf', 'prefixItems'])
const named = new Set(['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas'])

export function claudeSchema(raw: unknown): SchemaVerdict {
  if (!isObject(raw)) return { reason: 'its input schema is not an object' }
  if (nestsTooDeep(raw, deepest)) return { reason: `its input schema is nested more than ${deepest} levels deep` }
  const root = withRootInlined(raw)
  const merged = withoutUnions(root, root, 0)
  const mended = mendedSchema(merged, raw)
  const { $schema: _dialect, $id: _id, ...rest } = mended
  const schema: JsonObject = { ...rest, type: 'object', properties: fieldsOf(rest['properties']) }
  const odd = Object.keys(schema['properties'] as JsonObject).find((name) => !propertyName.test(name))
  if (odd !== undefined)
    return { reason: `its parameter ${JSON.stringify(odd.slice(0, 80))} has a name that models do not accept` }
  if (JSON.stringify(schema).length > longest) return { reason: 'its input schema is too long' }
  return { schema }
}

/** The API wants an object at the root. The root's other definitions stay, because the rest may refer to them. */
function withRootInlined(root: JsonObject): JsonObject {
  const target = resolved(root, root)
  if (target === null || target === root) return root
  const { $ref: _ref, ...beside } = root
  return { ...target, ...beside }
}

/**
 * The API accepts no union at the root. The result allows the parameters of every part, and requires those that all
 * parts require.
 */
function withoutUnions(schema: JsonObject, root: JsonObject, depth: number): JsonObject {
  if (!unions.some((key) => Array.isArray(schema[key])) || depth > 8) return schema
  const { anyOf, oneOf, allOf, ...own } = schema
  let result: JsonObject = own
  for (const [parts, isEvery] of [
    [allOf, true],
    [anyOf, false],
    [oneOf, false],
  ] as const) {
    if (!Array.isArray(parts)) continue
    const flat = parts.filter(isObject).map((part) => withoutUnions(resolved(part, root) ?? {}, root, depth + 1))
    result = joined(result, flat, isEvery)
  }
  return result
}

function joined(own: JsonObject, parts: readonly JsonObject[], isEvery: boolean): JsonObject {
  const properties: Record<string, unknown> = {}
  for (const part of parts)
    for (const [name, property] of Object.entries(fieldsOf(part['properties'])))
      if (!Object.hasOwn(properties, name)) properties[name] = property
      else if (!isEvery && JSON.stringify(properties[name]) !== JSON.stringify(property))
        properties[name] = { anyOf: [...alternatives(properties[name]), property] }
  const lists = parts.map((part) => stringsIn(part['required']))
  const [first = [], ...others] = lists
  const required = isEvery ? lists.flat() : first.filter((name) => others.every((list) => list.includes(name)))
  const all = [...new Set([...stringsIn(own['required']), ...required])]
  return {
    ...own,
    properties: { ...properties, ...fieldsOf(own['properties']) },
    ...(all.length === 0 ? {} : { required: all }),
  }
}

function alternatives(property: unknown): readonly unknown[] {
  return isObject(property) && Object.keys(property).join() === 'anyOf' && Array.isArray(property['anyOf'])
    ? (property['anyOf'] as unknown[])
    : [property]
}

function mendedSchema(schema: JsonObject, root: JsonObject): JsonObject {
  const result: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(schema)) {
    if (key === '$ref') {
      // An invalid reference is dropped.
      if (typeof value === 'string' && resolved({ $ref: value }, root) !== null) result[key] = value
    } else if (key === 'type') {
      const known = (Array.isArray(value) ? value : [value]).filter((type) => types.has(String(type)))
      if (known.length > 0) result[key] = Array.isArray(value) ? [...new Set(known)] : known[0]
    } else if (key === 'required') {
      const names = stringsIn(value)
      if (Array.isArray(value) && names.length > 0) result[key] = [...new Set(names)]
    } else if (key === 'items' && Array.isArray(value))
      result['prefixItems'] = value.map((part) => mendedPart(part, root))
    else if ((key === 'exclusiveMinimum' || key === 'exclusiveMaximum') && typeof value === 'boolean') {
      // In older schemas this boolean makes the limit beside it exclusive.
      const limit = schema[key === 'exclusiveMinimum' ? 'minimum' : 'maximum']
      if (value && typeof limit === 'number') result[key] = limit
    } else if (single.has(key)) result[key] = mendedPart(value, root)
    else if (listed.has(key)) {
      if (Array.isArray(value) && value.length > 0) result[key] = value.map((part) => mendedPart(part, root))
    } else if (named.has(key)) {
      if (isObject(value))
        result[key] = Object.fromEntries(Object.entries(value).map(([name, part]) => [name, mendedPart(part, root)]))
    } else if (key === 'enum') {
      if (Array.isArray(value) && value.length > 0) result[key] = value
    } else if (key === 'pattern') {
      if (typeof value === 'string' && isPattern(value)) result[key] = value
    } else if (value !== undefined) result[key] = value
  }
  return result
}

function mendedPart(part: unknown, root: JsonObject): unknown {
  if (typeof part === 'boolean') return part
  return isObject(part) ? mendedSchema(part, root) : {}
}

function isPattern(text: string): boolean {
  try {
    return new RegExp(text, 'u') instanceof RegExp
  } catch {
    return false
  }
}

/** Follows `$ref` inside the document. Null if the reference leads nowhere, outside, or in a circle. */
function resolved(schema: JsonObject, root: JsonObject): JsonObject | null {
  let current = schema
  for (let hops = 0; hops < 16; hops += 1) {
    const reference = current['$ref']
    if (reference === undefined) return current
    if (typeof reference !== 'string' || !reference.startsWith('#')) return null
    let at: unknown = root
    for (const word of reference.slice(1).split('/').slice(1)) {
      const name = decode(word).replaceAll('~1', '/').replaceAll('~0', '~')
      at = isObject(at) && Object.hasOwn(at, name) ? at[name] : undefined
    }
    if (!isObject(at)) return null
    current = at
  }
  return null
}

function decode(word: string): string {
  try {
    return decodeURIComponent(word)
  } catch {
    return word
  }
}

function stringsIn(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((entry) => typeof entry === 'string') : []
}
