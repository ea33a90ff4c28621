/**
 * Finds texts by words, the best first (BM25): a rare word counts more than a common one, and a word in a short text
 * more than the same in a long one. Pure, and made for some thousand short texts.
 */
export interface SearchedText {
  readonly text: string
  /** A word here counts so many times. */
  readonly weight: number
}

interface Indexed {
  readonly counts: ReadonlyMap<string, number>
  readonly length: number
}

const saturation = 1.2
const lengthPart = 0.75
/** A word that only begins like the one that was asked for. */
const beginningCounts = 0.5
const shortestBeginning = 3

export class WordSearch<Thing> {
  readonly #things: readonly Thing[]
  readonly #documents: readonly Indexed[]
  readonly #averageLength: number

  constructor(things: readonly Thing[], textsOf: (thing: Thing) => readonly SearchedText[]) {
    this.#things = things
    this.#documents = things.map((thing) => index(textsOf(thing)))
    const total = this.#documents.reduce((sum, { length }) => sum + length, 0)
    this.#averageLength = Math.max(1, total / Math.max(1, things.length))
  }

  /** Those that have any of the words; among equals, the order in which they were given. */
  find(query: string, limit: number): Thing[] {
    const scores = this.#documents.map(() => 0)
    for (const word of new Set(wordsOf(query))) this.#addScores(word, scores)
    return this.#things
      .map((thing, place) => ({ thing, place, score: scores[place] ?? 0 }))
      .filter(({ score }) => score > 0)
      .sort((one, other) => other.score - one.score || one.place - other.place)
      .slice(0, limit)
      .map(({ thing }) => thing)
  }

  #addScores(word: string, scores: number[]): void {
    const counts = this.#documents.map((document) => countOf(word, document))
    const having = counts.filter((count) => count > 0).length
    if (having === 0) return
    const rarity = Math.log(1 + (this.#documents.length - having + 0.5) / (having + 0.5))
    for (const [place, { length }] of this.#documents.entries()) {
      const count = counts[place] ?? 0
      if (count === 0) continue
      const damped = count + saturation * (1 - lengthPart + (lengthPart * length) / this.#averageLength)
      scores[place] = (scores[place] ?? 0) + (rarity * count * (saturation + 1)) / damped
    }
  }
}

function index(texts: readonly SearchedText[]): Indexed {
  const counts = new Map<string, number>()
  let length = 0
  for (const { text, weight } of texts)
    for (const word of wordsOf(text)) {
      counts.set(word, (counts.get(word) ?? 0) + weight)
      length += 1
    }
  return { counts, length }
}

function countOf(word: string, { counts }: Indexed): number {
  const exact = counts.get(word)
  if (exact !== undefined) return exact
  if (word.length < shortestBeginning) return 0
  let sum = 0
  for (const [known, count] of counts) if (known.startsWith(word)) sum += count * beginningCounts
  return sum
}

/** `readFile`, `read_file` and `Read files` are the same two words. */
function wordsOf(text: string): string[] {
  const parts = text
    .replaceAll(/(\p{Ll}|\d)(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .match(/[\p{L}\d]+/gu)
  return (parts ?? []).map((word) =>
    word.length > 3 && word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word,
  )
}
