/**
 * The initial arguments: the defaults of a tool's schema, and values without an alternative. Values that only the
 * person knows are left out. Bounded in depth. Pure.
 */
import { isObject, type JsonObject } from '#contract/jsonRpc/jsonObject'
import { plainSchema, propertiesOf } from '#renderer/parts/arguments/argumentShape.ts'

const maxDepth = 4

export function argumentSkeleton(inputSchema: unknown): JsonObject {
  return objectOf(inputSchema, plainSchema(inputSchema, inputSchema), maxDepth)
}

/** The initial value of a new list item; null if the person has to write it. */
export function itemSkeleton(itemSchema: unknown): unknown {
  return valueOf(itemSchema, itemSchema, maxDepth) ?? null
}

function objectOf(root: unknown, schema: JsonObject, depth: number): JsonObject {
  const wanted = propertiesOf(schema).filter(
    ({ schema: property, required }) => required || (isObject(property) && 'default' in property),
  )
  const values = wanted.map((property) => [property.name, valueOf(root, property.schema, depth - 1)] as const)
  return Object.fromEntries(values.filter(([, value]) => value !== undefined))
}

function valueOf(root: unknown, given: unknown, depth: number): unknown {
  // Unless null is the default, leaving the value out means the same as null.
  if (isObject(given) && 'default' in given) return given['default']
  const schema = plainSchema(root, given)
  if ('default' in schema) return schema['default']
  if ('const' in schema) return schema['const']
  const { type, enum: choices, minItems = 0, properties } = schema
  if (Array.isArray(choices) && choices.length === 1) return choices[0]
  if (type === 'array') return minItems === 0 ? [] : undefined
  return depth > 0 && (type === 'object' || isObject(properties)) ? objectOf(root, schema, depth) : undefined
}
