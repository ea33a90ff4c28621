/** Foreign data may be anything. */

export type JsonObject = Readonly<Record<string, unknown>>

/** An object with named fields: not a list, and not null. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The fields of an object; for anything else none. */
export function fieldsOf(value: unknown): JsonObject {
  return isObject(value) ? value : {}
}
