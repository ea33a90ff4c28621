/** The cell to which a key moves in the matrix, by the rules of an ARIA treegrid. Pure. */

/**
 * The position of a cell. Lines count from 0; -1 is the line of switches for whole columns, -2 the line of the
 * projects. Column 0 has the names.
 */
export interface Place {
  readonly line: number
  readonly column: number
}

export interface GridShape {
  readonly lines: number
  readonly columns: number
  /** The number of visible lines. */
  readonly page: number
}

export interface PlaceFacts {
  /** Null: the line cannot be unfolded. */
  readonly isOpen: boolean | null
  /** The index of the line with the tool's server; null: this line is a server. */
  readonly parent: number | null
}

export interface Key {
  readonly key: string
  readonly ctrlKey: boolean
}

export type Move =
  | { readonly kind: 'go'; readonly to: Place }
  | { readonly kind: 'fold'; readonly isOpen: boolean }
  | { readonly kind: 'open' }
  | { readonly kind: 'takeOut' }

export const firstLine = -2

function within(value: number, least: number, most: number): number {
  return Math.max(least, Math.min(most, value))
}

export function moveOf(
  { key, ctrlKey }: Key,
  at: Place,
  { isOpen, parent }: PlaceFacts,
  shape: GridShape,
): Move | null {
  const last = { line: shape.lines - 1, column: shape.columns - 1 }
  const go = (line: number, column: number): Move => ({
    kind: 'go',
    to: { line: within(line, firstLine, last.line), column: within(column, 0, last.column) },
  })
  const { line, column } = at
  switch (key) {
    case 'ArrowDown':
      return go(ctrlKey ? last.line : line + 1, column)
    case 'ArrowUp':
      return go(ctrlKey ? firstLine : line - 1, column)
    case 'ArrowRight':
      if (column === 0 && isOpen === false) return { kind: 'fold', isOpen: true }
      return go(line, ctrlKey ? last.column : column + 1)
    case 'ArrowLeft':
      if (column === 0 && isOpen === true) return { kind: 'fold', isOpen: false }
      if (column === 0 && parent !== null) return go(parent, 0)
      return go(line, ctrlKey ? 0 : column - 1)
    case 'Home':
      return ctrlKey ? go(0, 0) : go(line, 0)
    case 'End':
      return ctrlKey ? go(last.line, last.column) : go(line, last.column)
    case 'PageDown':
      return go(line + shape.page, column)
    case 'PageUp':
      return go(line - shape.page, column)
    case 'Enter':
      if (isOpen !== null) return { kind: 'fold', isOpen: !isOpen }
      return line >= 0 && column > 0 ? { kind: 'open' } : null
    case 'Delete':
      return line >= 0 && column > 0 ? { kind: 'takeOut' } : null
    default:
      return null
  }
}

export interface Typed {
  readonly text: string
  readonly at: number
}

export const nothingTyped: Typed = { text: '', at: 0 }

const pauseMs = 800

/** The typed text with this key added. After a pause the text starts again. */
export function typedWith(before: Typed, key: string, at: number): Typed {
  return { text: (at - before.at > pauseMs ? '' : before.text) + key.toLowerCase(), at }
}

/**
 * The next line whose title starts with this text, after line `from`, or at `from` itself while the person is still
 * typing. Null: none.
 */
export function typedLine(titles: readonly string[], text: string, from: number): number | null {
  // A repeated letter goes from one match to the next.
  const isRepeated = text === text.charAt(0).repeat(text.length)
  const wanted = isRepeated ? text.slice(0, 1) : text
  const start = isRepeated ? from + 1 : Math.max(0, from)
  for (let step = 0; step < titles.length; step += 1) {
    const line = (start + step) % titles.length
    if (titles[line]?.toLowerCase().startsWith(wanted) === true) return line
  }
  return null
}
