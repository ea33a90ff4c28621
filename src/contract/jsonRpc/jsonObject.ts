/** Safe access to the fields of foreign data, which may be anything. */

export type JsonObject = Readonly<Record<string, unknown>>

/** An object with named fields: not a list, and not null. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The fields of an object. Anything else has none. */
export function fieldsOf(value: unknown): JsonObject {
  return isObject(value) ? value : {}
}
