/**
 * Finds texts by words, best match first (BM25). A rare word counts more than a common one, and a word in a short
 * text more than in a long one. Made for a few thousand short texts. Time grows in proportion to the lengths of texts
 * and queries. Both come from outside, so their lengths are limited. Pure.
 */
export interface SearchedText {
  readonly text: string
  /** How much each word of this text counts. */
  readonly weight: number
}

interface Occurrence {
  /** The index of the text. */
  readonly place: number
  readonly count: number
}

const saturation = 1.2
const lengthPart = 0.75
/** The factor for a word that only begins with the query's word. */
const beginningCounts = 0.5
const minPrefixLength = 3
/** The maximum number of distinct words in a query that are looked up. More words would not express more. */
export const maxQueryWords = 64
const maxQueryLength = 8_000
/** How much of each text is searched. Words after that are not found. */
const maxTextLength = 16_000

export class WordSearch<Thing> {
  readonly #things: readonly Thing[]
  readonly #occurrences: ReadonlyMap<string, readonly Occurrence[]>
  /** All words, sorted: words with the same beginning are neighbours. */
  readonly #words: readonly string[]
  readonly #lengths: readonly number[]
  readonly #averageLength: number

  constructor(things: readonly Thing[], textsOf: (thing: Thing) => readonly SearchedText[]) {
    const occurrences = new Map<string, Occurrence[]>()
    this.#things = things
    this.#lengths = things.map((thing, place) => read(textsOf(thing), place, occurrences))
    this.#occurrences = occurrences
    this.#words = [...occurrences.keys()].sort()
    const total = this.#lengths.reduce((sum, length) => sum + length, 0)
    this.#averageLength = Math.max(1, total / Math.max(1, things.length))
  }

  /** The best matches that contain any of the words. Equally good matches keep their order. */
  find(query: string, limit: number): Thing[] {
    const scores = new Map<number, number>()
    const words = new Set(wordsOf(query.slice(0, maxQueryLength)))
    for (const word of [...words].slice(0, maxQueryWords)) this.#addScores(word, scores)
    return [...scores]
      .sort(([place, score], [otherPlace, otherScore]) => otherScore - score || place - otherPlace)
      .slice(0, limit)
      .map(([place]) => this.#things[place] as Thing)
  }

  #addScores(word: string, scores: Map<number, number>): void {
    const counts = this.#countsOf(word)
    const rarity = Math.log(1 + (this.#things.length - counts.size + 0.5) / (counts.size + 0.5))
    for (const [place, count] of counts) {
      const length = this.#lengths[place] ?? 0
      const damped = count + saturation * (1 - lengthPart + (lengthPart * length) / this.#averageLength)
      scores.set(place, (scores.get(place) ?? 0) + (rarity * count * (saturation + 1)) / damped)
    }
  }

  /** How often each text contains the word. For texts without it, words that begin with it count partly. */
  #countsOf(word: string): ReadonlyMap<number, number> {
    const exact = new Map((this.#occurrences.get(word) ?? []).map(({ place, count }) => [place, count]))
    if (word.length < minPrefixLength) return exact
    const counts = new Map(exact)
    for (let at = this.#firstFrom(word); this.#words[at]?.startsWith(word) === true; at += 1)
      for (const { place, count } of this.#occurrences.get(this.#words[at] ?? '') ?? [])
        if (!exact.has(place)) counts.set(place, (counts.get(place) ?? 0) + count * beginningCounts)
    return counts
  }

  /** The index of the first word that does not sort before this one. */
  #firstFrom(word: string): number {
    let from = 0
    let to = this.#words.length
    while (from < to) {
      const middle = (from + to) >>> 1
      if ((this.#words[middle] ?? '') < word) from = middle + 1
      else to = middle
    }
    return from
  }
}

/** Adds the words of one thing's texts. Returns the number of words. */
function read(texts: readonly SearchedText[], place: number, into: Map<string, Occurrence[]>): number {
  const counts = new Map<string, number>()
  let length = 0
  for (const { text, weight } of texts)
    for (const word of wordsOf(text.slice(0, maxTextLength))) {
      counts.set(word, (counts.get(word) ?? 0) + weight)
      length += 1
    }
  for (const [word, count] of counts) {
    const known = into.get(word)
    if (known === undefined) into.set(word, [{ place, count }])
    else known.push({ place, count })
  }
  return length
}

/** `readFile`, `read_file` and `Read files` give the same two words. */
function wordsOf(text: string): string[] {
  const parts = text
    .replaceAll(/(\p{Ll}|\d)(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .match(/[\p{L}\d]+/gu)
  return (parts ?? []).map((word) =>
    word.length > 3 && word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word,
  )
}
