/** A position in text as people and editors count: `line 3, column 5`. Pure. */
export function placeInText(text: string, offset: number): string {
  const before = text.slice(0, offset).split(/\r\n|\r|\n/)
  return `line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}`
}
