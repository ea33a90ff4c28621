/** What keys do in a list of rows: where they move the focus, and which row typed letters find. Pure. */

export interface RowKey {
  readonly key: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
}

/** `search`: back to the search field over the list. */
export type RowMove = number | 'search'

/** `page`: how many rows are visible at once. Null: the key does not move. */
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

/** The row itself or the next one in this direction that takes the focus; null if there is none. */
export function nextTaking(
  from: number,
  direction: 1 | -1,
  count: number,
  takesFocus: (at: number) => boolean,
): number | null {
  for (let at = from; at >= 0 && at < count; at += direction) if (takesFocus(at)) return at
  return null
}

/** What was typed on a row so far. */
export interface TypeAhead {
  readonly text: string
  readonly at: number
}

export const nothingTyped: TypeAhead = { text: '', at: Number.NEGATIVE_INFINITY }
/** A longer rest begins another word. */
const restMs = 800

/** With this key; null if it is not typed. A word begins with a letter: digits and signs alone are shortcuts. */
export function typedKey(before: TypeAhead, { key, ctrlKey, metaKey, altKey }: RowKey, now: number): TypeAhead | null {
  if (ctrlKey || metaKey || altKey) return null
  const isUnderWay = before.text !== '' && now - before.at < restMs
  if (!(isUnderWay ? /^[\p{L}\p{N}_.:/-]$/u : /^\p{L}$/u).test(key)) return null
  return { text: (isUnderWay ? before.text : '') + key.toLowerCase(), at: now }
}

/** The next row that starts with the typed text, from the top again after the last; null if there is none. */
export function typedRow(text: string, from: number, count: number, labelOf: (at: number) => string): number | null {
  const [first = ''] = text
  // The same letter again and again goes through the rows that start with it.
  const isRepeated = text.length > 1 && Array.from(text).every((letter) => letter === first)
  const wanted = isRepeated ? first : text
  const start = wanted.length === 1 ? from + 1 : from
  for (let step = 0; step < count; step += 1) {
    const at = (start + step) % count
    if (labelOf(at).toLowerCase().startsWith(wanted)) return at
  }
  return null
}
