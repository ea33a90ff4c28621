/** A number with what it counts: `1 tool`, `2 tools`. For nouns that take an s. Pure. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}
