/** Typed arguments as an object, or what is wrong with the text. Pure. */
import { isObject } from '#contract/jsonRpc/jsonObject'

export type ReadArguments =
  | { readonly ok: true; readonly value: Record<string, unknown>; readonly missing: readonly string[] }
  | { readonly ok: false; readonly message: string }

/** `missing`: names that the schema requires but the text lacks. This is only a hint, because the server decides. */
export function readArguments(text: string, inputSchema: unknown): ReadArguments {
  let value: unknown
  try {
    value = text.trim() === '' ? {} : JSON.parse(text)
  } catch (thrown) {
    return { ok: false, message: thrown instanceof Error ? thrown.message : String(thrown) }
  }
  if (!isObject(value)) return { ok: false, message: 'Arguments must be a JSON object: { … }' }
  const required = (inputSchema as { required?: unknown } | null | undefined)?.required
  const names: string[] = Array.isArray(required) ? required.map(String) : []
  return {
    ok: true,
    value,
    missing: names.filter((name) => !Object.hasOwn(value, name)),
  }
}
