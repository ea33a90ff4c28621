/** Initial arguments: what a tool's schema requires, with its defaults and examples. Pure; bounded in depth. */
import { fieldsOf, isObject } from '#contract/jsonRpc/jsonObject'

type Schema = Record<string, unknown>

const maxDepth = 4

function typeOf(schema: Schema): unknown {
  const { type } = schema
  if (Array.isArray(type)) return type.find((one) => one !== 'null')
  return type ?? (isObject(schema['properties']) ? 'object' : undefined)
}

function objectOf(schema: Schema, depth: number): Record<string, unknown> {
  const properties = fieldsOf(schema['properties'])
  const required: unknown[] = Array.isArray(schema['required']) ? schema['required'] : []
  const wanted = Object.entries(properties).filter(
    ([name, property]) => required.includes(name) || (isObject(property) && 'default' in property),
  )
  return Object.fromEntries(wanted.map(([name, property]) => [name, valueOf(property, depth - 1)]))
}

function valueOf(schema: unknown, depth: number): unknown {
  if (!isObject(schema)) return null
  if ('default' in schema) return schema['default']
  if ('const' in schema) return schema['const']
  for (const list of [schema['examples'], schema['enum']]) if (Array.isArray(list) && list.length > 0) return list[0]
  switch (typeOf(schema)) {
    case 'string':
      return ''
    case 'number':
    case 'integer':
      return typeof schema['minimum'] === 'number' ? schema['minimum'] : 0
    case 'boolean':
      return false
    case 'array':
      return []
    case 'object':
      return depth > 0 ? objectOf(schema, depth) : {}
    default:
      return null
  }
}

export function argumentSkeleton(inputSchema: unknown): Record<string, unknown> {
  return isObject(inputSchema) ? objectOf(inputSchema, maxDepth) : {}
}
