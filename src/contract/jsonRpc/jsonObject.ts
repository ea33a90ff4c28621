/** What others send may be anything. */

export type JsonObject = Readonly<Record<string, unknown>>

/** An object with names: no list, and not null. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** What an object has; of anything else nothing. */
export function fieldsOf(value: unknown): JsonObject {
  return isObject(value) ? value : {}
}
