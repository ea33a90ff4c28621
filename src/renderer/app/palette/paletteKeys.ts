/** The result to which a key moves in the palette. Pure. */

/** How far Page Up and Page Down go. */
const pageRows = 8

/** Arrow keys wrap around, the other keys stop at the ends. Null: the key is for the search field. */
export function paletteMove(key: string, at: number, count: number): number | null {
  if (count === 0) return null
  switch (key) {
    case 'ArrowDown':
      return (at + 1) % count
    case 'ArrowUp':
      return (at + count - 1) % count
    case 'PageDown':
      return Math.min(count - 1, at + pageRows)
    case 'PageUp':
      return Math.max(0, at - pageRows)
    case 'Home':
      return 0
    case 'End':
      return count - 1
    default:
      return null
  }
}
