/** Finds where typed words match text, and rates how well. Pure. */

/** Text prepared for searching. The preparation happens once, when the text is indexed. */
export interface SearchedText {
  readonly shown: string
  /** The text in lower case. It has the same length, so an index in it is also an index in the shown text. */
  readonly folded: string
}

export type Mark = readonly [from: number, to: number]

/** The quality of a match of one word, best first. */
const atStart = 4
const atWordStart = 3
const inside = 2
const scattered = 1

function folded(text: string): string {
  const lower = text.toLowerCase()
  if (lower.length === text.length) return lower
  return Array.from(text, (char) => (char.toLowerCase().length === char.length ? char.toLowerCase() : char)).join('')
}

export function searchedText(shown: string): SearchedText {
  return { shown, folded: folded(shown) }
}

export function wordsOf(typed: string): string[] {
  return folded(typed).split(/\s+/).filter(Boolean)
}

const letterOrDigit = /[\p{L}\p{N}]/u

/**
 * Whether a word starts here: also after an underscore, and at a capital inside a name (`create_issue`, `createIssue`).
 */
function startsWord({ shown, folded: lower }: SearchedText, at: number): boolean {
  if (at === 0 || !letterOrDigit.test(shown.charAt(at - 1))) return true
  return shown.charAt(at) !== lower.charAt(at) && shown.charAt(at - 1) === lower.charAt(at - 1)
}

/** The best index of the word in the text; -1 if the text does not contain it. */
function placeOf(text: SearchedText, word: string): number {
  const first = text.folded.indexOf(word)
  for (let at = first; at >= 0; at = text.folded.indexOf(word, at + 1)) if (startsWord(text, at)) return at
  return first
}

/** The indexes of the word's letters, if the text has them in this order. The first letter must begin a word. */
function scatteredPlaces(text: SearchedText, word: string): number[] | null {
  const initial = word.charAt(0)
  for (let from = text.folded.indexOf(initial); from >= 0; from = text.folded.indexOf(initial, from + 1)) {
    if (!startsWord(text, from)) continue
    const places = [from]
    for (let next = 1; next < word.length; next += 1) {
      const at = text.folded.indexOf(word.charAt(next), (places.at(-1) ?? from) + 1)
      if (at < 0) return null
      places.push(at)
    }
    return places
  }
  return null
}

/** How well the word matches; 0 means no match. Letters scattered over the text match worst. */
export function wordQuality(text: SearchedText, word: string): number {
  const at = placeOf(text, word)
  if (at === 0) return atStart
  if (at > 0) return startsWord(text, at) ? atWordStart : inside
  return word.length > 1 && scatteredPlaces(text, word) !== null ? scattered : 0
}

/** Whether text that is searched but not shown contains the word. Scattered letters are no match here. */
export function isIn(text: SearchedText, word: string): boolean {
  return text.folded.includes(word)
}

/** The parts of the text that match, in order, without overlaps. */
export function marksOf(text: SearchedText, words: readonly string[]): Mark[] {
  const marked = new Set<number>()
  for (const word of words) {
    const at = placeOf(text, word)
    const places = at >= 0 ? Array.from(word, (_, offset) => at + offset) : (scatteredPlaces(text, word) ?? [])
    for (const place of places) marked.add(place)
  }
  const marks: [number, number][] = []
  for (const place of [...marked].sort((one, other) => one - other)) {
    const last = marks.at(-1)
    if (last?.[1] === place) last[1] = place + 1
    else marks.push([place, place + 1])
  }
  return marks
}
