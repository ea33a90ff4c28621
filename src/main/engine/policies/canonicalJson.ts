/** Returns the same JSON text for equal values, whatever the order of their keys. Pure. */
import { isObject } from '#contract/jsonRpc/jsonObject'

export function canonicalJson(value: unknown, indent = 0): string {
  return JSON.stringify(value, sortedNames, indent)
}

function sortedNames(_key: string, value: unknown): unknown {
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
}
