/**
 * Whether a parsed JSON value nests deeper than anything sensible. Parsing such text is harmless; writing the value out
 * again is recursive and would end in a stack overflow far from where it came in. Pure.
 */
export const deepestJson = 1_024

export function nestsTooDeep(value: unknown, levels = deepestJson): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (levels === 0) return true
  const inside: unknown[] = Array.isArray(value) ? value : Object.values(value)
  for (const inner of inside) if (nestsTooDeep(inner, levels - 1)) return true
  return false
}
