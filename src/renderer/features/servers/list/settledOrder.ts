/**
 * The order of the list while a person uses it. The list is sorted again whenever the pointer is not over it and the
 * keyboard focus is elsewhere. Until then every row keeps its position, new rows come last, and removed rows disappear.
 * Pure.
 */
export function settledOrder(shown: readonly string[], sorted: readonly string[], isHeld: boolean): readonly string[] {
  if (!isHeld) return sorted
  const there = new Set(sorted)
  const kept = shown.filter((slug) => there.has(slug))
  const known = new Set(kept)
  return [...kept, ...sorted.filter((slug) => !known.has(slug))]
}
