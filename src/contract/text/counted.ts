/** A number with its noun: `1 tool`, `2 tools`. For nouns with a plural in s. Pure. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}
