/**
 * Checks whether JSON is nested too deep or has too many parts. Parsing deeply nested text is harmless. Serializing
 * the value again is recursive, and would cause a stack overflow far from where the text came in. Text with many
 * parts takes long to parse. Pure.
 */
export const maxJsonDepth = 1_024
/**
 * The maximum number of objects, arrays and keys. Four megabytes can contain 1.4 million empty objects, which take
 * 190 ms to parse.
 */
export const maxJsonParts = 250_000

export function nestsTooDeep(value: unknown, levels = maxJsonDepth): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (levels === 0) return true
  const inside: unknown[] = Array.isArray(value) ? value : Object.values(value)
  for (const inner of inside) if (nestsTooDeep(inner, levels - 1)) return true
  return false
}

const quote = 0x22
const backslash = 0x5c
const openBrace = 0x7b
const openBracket = 0x5b
const closeBrace = 0x7d
const closeBracket = 0x5d
const colon = 0x3a

export type JsonExcess = 'nests too deep' | 'has too many parts'

/** Each level takes two bytes, so small messages, the common case, need no check. */
export function mayExceed(bytes: number): boolean {
  return bytes > 2 * maxJsonDepth
}

/** Checks JSON text before it is parsed. Null if it is within both limits. */
export function excessOf(json: Uint8Array): JsonExcess | null {
  if (!mayExceed(json.length)) return null
  let depth = 0
  let parts = 0
  let inString = false
  for (let index = 0; index < json.length; index += 1) {
    const byte = json[index]
    if (inString) {
      if (byte === backslash) index += 1
      else if (byte === quote) inString = false
    } else if (byte === quote) inString = true
    else if (byte === openBrace || byte === openBracket) {
      depth += 1
      parts += 1
      if (depth > maxJsonDepth) return 'nests too deep'
    } else if (byte === colon) parts += 1
    else if (byte === closeBrace || byte === closeBracket) depth -= 1
    if (parts > maxJsonParts) return 'has too many parts'
  }
  return null
}
