/** Decides which parts of a run were chosen with `--only KEY,…`. An unknown key is refused as a typo. */
export function chosenOf(only: string | undefined, keys: readonly string[]): (key: string) => boolean {
  const wanted = only?.split(',').map((key) => key.trim())
  const unknown = wanted?.filter((key) => !keys.includes(key)) ?? []
  if (unknown.length > 0) throw new Error(`Unknown: ${unknown.join(', ')}. Known: ${keys.join(', ')}.`)
  return (key) => wanted?.includes(key) ?? true
}
