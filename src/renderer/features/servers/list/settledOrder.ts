/**
 * The order of the list while a person looks at it. It is sorted anew whenever no row is under the pointer and none has the
 * focus of the keyboard. Until then every row keeps its place, what is new comes last, and what is gone leaves. Pure.
 */
export function settledOrder(shown: readonly string[], sorted: readonly string[], isHeld: boolean): readonly string[] {
  if (!isHeld) return sorted
  const there = new Set(sorted)
  const kept = shown.filter((slug) => there.has(slug))
  const known = new Set(kept)
  return [...kept, ...sorted.filter((slug) => !known.has(slug))]
}
