/** The keys of a list of rows: moving the focus, and finding a row by typed letters. Pure. */

export interface RowKey {
  readonly key: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
}

/** The index of the row to focus, or `search` for the search field above the list. */
export type RowMove = number | 'search'

/** `page`: the number of visible rows. Null: the key does not move the focus. */
export function rowMove(
  { key, ctrlKey, metaKey, altKey }: RowKey,
  at: number,
  count: number,
  page: number,
): RowMove | null {
  if (ctrlKey || metaKey || altKey || count === 0) return null
  if (key === 'ArrowUp' && at === 0) return 'search'
  const step = Math.max(1, page - 1)
  const to = {
    ArrowDown: at + 1,
    ArrowUp: at - 1,
    PageDown: at + step,
    PageUp: at - step,
    Home: 0,
    End: count - 1,
  }[key]
  return to === undefined ? null : Math.max(0, Math.min(count - 1, to))
}

/** The row at `from`, or the next one in this direction, that can take the focus; null: none. */
export function nextTaking(
  from: number,
  direction: 1 | -1,
  count: number,
  takesFocus: (at: number) => boolean,
): number | null {
  for (let at = from; at >= 0 && at < count; at += direction) if (takesFocus(at)) return at
  return null
}

/** The text that is being typed on a row, and when its last letter was typed. */
export interface TypeAhead {
  readonly text: string
  readonly at: number
}

export const nothingTyped: TypeAhead = { text: '', at: Number.NEGATIVE_INFINITY }
/** After a longer pause, typing starts a new word. */
const restMs = 800

/**
 * The typed text after this key. Null: the key adds nothing. A word starts with a letter, because digits and signs
 * alone are shortcuts.
 */
export function typedKey(before: TypeAhead, { key, ctrlKey, metaKey, altKey }: RowKey, now: number): TypeAhead | null {
  if (ctrlKey || metaKey || altKey) return null
  const isUnderWay = before.text !== '' && now - before.at < restMs
  if (!(isUnderWay ? /^[\p{L}\p{N}_.:/-]$/u : /^\p{L}$/u).test(key)) return null
  return { text: (isUnderWay ? before.text : '') + key.toLowerCase(), at: now }
}

/** The next row that starts with the typed text; after the last row the search continues at the top. Null: none. */
export function typedRow(text: string, from: number, count: number, labelOf: (at: number) => string): number | null {
  const [first = ''] = text
  // A repeated letter goes through the rows that start with it.
  const isRepeated = text.length > 1 && Array.from(text).every((letter) => letter === first)
  const wanted = isRepeated ? first : text
  const start = wanted.length === 1 ? from + 1 : from
  for (let step = 0; step < count; step += 1) {
    const at = (start + step) % count
    if (labelOf(at).toLowerCase().startsWith(wanted)) return at
  }
  return null
}
