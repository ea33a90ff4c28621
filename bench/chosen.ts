/** What of a run is wanted: `--only KEY,…`. A key that there is not is a slip, and nothing is measured for it. */
export function chosenOf(only: string | undefined, keys: readonly string[]): (key: string) => boolean {
  const wanted = only?.split(',').map((key) => key.trim())
  const unknown = wanted?.filter((key) => !keys.includes(key)) ?? []
  if (unknown.length > 0) throw new Error(`There is no ${unknown.join(', ')}. There are: ${keys.join(', ')}.`)
  return (key) => wanted?.includes(key) ?? true
}
