/**
 * Whether JSON nests deeper than anything sensible. Parsing such text is harmless; writing the value out again is
 * recursive and would end in a stack overflow far from where it came in. Pure.
 */
export const deepestJson = 1_024

export function nestsTooDeep(value: unknown, levels = deepestJson): boolean {
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

/** The same for JSON text that has not been parsed yet. */
export function textNestsTooDeep(json: Uint8Array): boolean {
  // Every level needs two bytes, so small bodies, which is most, need no look.
  if (json.length <= 2 * deepestJson) return false
  let depth = 0
  let inString = false
  for (let index = 0; index < json.length; index += 1) {
    const byte = json[index]
    if (inString) {
      if (byte === backslash) index += 1
      else if (byte === quote) inString = false
    } else if (byte === quote) inString = true
    else if (byte === openBrace || byte === openBracket) {
      depth += 1
      if (depth > deepestJson) return true
    } else if (byte === closeBrace || byte === closeBracket) depth -= 1
  }
  return false
}
