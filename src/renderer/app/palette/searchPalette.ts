/**
 * Finds palette entries. All texts are indexed once. A search looks at each entry once and keeps only the best of each
 * group, so its cost hardly depends on the number of matches. Pure.
 */
import {
  isIn,
  type Mark,
  marksOf,
  type SearchedText,
  searchedText,
  wordQuality,
  wordsOf,
} from '#renderer/app/palette/matchWords.ts'
import { type PaletteEntry, type PaletteGroup, paletteGroups } from '#renderer/app/palette/paletteEntry.ts'

type Searchable = Pick<PaletteEntry, 'id' | 'group' | 'title' | 'also'>

interface IndexedEntry<Entry> {
  readonly entry: Entry
  readonly title: SearchedText
  readonly also: readonly SearchedText[]
}

export type PaletteIndex<Entry extends Searchable = PaletteEntry> = readonly IndexedEntry<Entry>[]

export interface Found<Entry extends Searchable = PaletteEntry> {
  readonly entry: Entry
  /** The matching parts of the title. */
  readonly marks: readonly Mark[]
}

export interface FoundGroup<Entry extends Searchable = PaletteEntry> {
  readonly title: string
  readonly found: readonly Found<Entry>[]
  /** How many entries match. `found` has only the best of them. */
  readonly total: number
}

export interface PaletteSearch<Entry extends Searchable = PaletteEntry> {
  readonly typed: string
  /** Ids of used entries, the last used first. */
  readonly recent: readonly string[]
  /** Entries that match in texts that are not indexed, such as the messages of a conversation. */
  readonly byContent?: readonly Entry[]
}

export const maxPerGroup = 8
const maxRecent = 6
/** The score of a word that matches only in texts that are not shown. */
const hiddenQuality = 0.5
const wholeBonus = 1

interface Candidate<Entry> {
  readonly indexed: IndexedEntry<Entry>
  readonly score: number
  /** The entry's position among those used last; infinite if it was not used. */
  readonly age: number
}

export function indexEntries<Entry extends Searchable>(entries: readonly Entry[]): PaletteIndex<Entry> {
  return entries.map((entry) => {
    const { title, also = [] } = entry
    return { entry, title: searchedText(title), also: also.map(searchedText) }
  })
}

/** How well an entry matches. Every word must match, otherwise the score is 0. */
function scoreOf({ title, also }: IndexedEntry<unknown>, words: readonly string[], whole: string): number {
  let sum = 0
  for (const word of words) {
    const quality = wordQuality(title, word)
    const best = quality > 1 ? quality : Math.max(quality, also.some((text) => isIn(text, word)) ? hiddenQuality : 0)
    if (best === 0) return 0
    sum += best
  }
  return sum / words.length + (title.folded.startsWith(whole) ? wholeBonus : 0)
}

function isBetter(one: Candidate<unknown>, other: Candidate<unknown>): boolean {
  return one.score === other.score ? one.age < other.age : one.score > other.score
}

/**
 * The order of groups that match equally well: that of the palette, so a server comes before its tools. Commands come
 * last: `linear` opens the server rather than switching it off.
 */
function rankOf(group: PaletteGroup): number {
  return group === 'Commands' ? paletteGroups.length : paletteGroups.indexOf(group)
}

/** Inserts the candidate by score, and drops the worst one when the list is full. */
function keepBest<Entry>(best: Candidate<Entry>[], candidate: Candidate<Entry>): void {
  const last = best.at(-1)
  if (best.length === maxPerGroup && last !== undefined && !isBetter(candidate, last)) return
  const at = best.findIndex((other) => isBetter(candidate, other))
  best.splice(at < 0 ? best.length : at, 0, candidate)
  best.length = Math.min(best.length, maxPerGroup)
}

function agesOf(recent: readonly string[]): ReadonlyMap<string, number> {
  return new Map(recent.map((id, at) => [id, at]))
}

/** The recently used entries, then the first entries of each group. */
function beforeTyping<Entry extends Searchable>(
  index: PaletteIndex<Entry>,
  recent: readonly string[],
): FoundGroup<Entry>[] {
  const ages = agesOf(recent)
  const used = index
    .filter(({ entry }) => ages.has(entry.id))
    .sort((one, other) => (ages.get(one.entry.id) ?? 0) - (ages.get(other.entry.id) ?? 0))
    .slice(0, maxRecent)
  const shown = new Set(used.map(({ entry }) => entry.id))
  const groupOf = (title: string, those: PaletteIndex<Entry>, total: number): FoundGroup<Entry> => ({
    title,
    found: those.map(({ entry }) => ({ entry, marks: [] })),
    total,
  })
  const others = paletteGroups.map((group) => {
    const members = index.filter(({ entry }) => entry.group === group && !shown.has(entry.id))
    return groupOf(group, members.slice(0, maxPerGroup), members.length)
  })
  return [groupOf('Recent', used, used.length), ...others].filter(({ found }) => found.length > 0)
}

export function searchPalette<Entry extends Searchable>(
  index: PaletteIndex<Entry>,
  { typed, recent, byContent = [] }: PaletteSearch<Entry>,
): FoundGroup<Entry>[] {
  const words = wordsOf(typed)
  if (words.length === 0) return beforeTyping(index, recent)
  const whole = words.join(' ')
  const ages = agesOf(recent)
  const contents = new Map(byContent.map((entry) => [entry.id, entry]))
  const groups = new Map<PaletteGroup, { best: Candidate<Entry>[]; total: number }>()
  const consider = (indexed: IndexedEntry<Entry>, least: number) => {
    const score = Math.max(scoreOf(indexed, words, whole), least)
    if (score === 0) return
    const { id, group } = indexed.entry
    let known = groups.get(group)
    if (known === undefined) groups.set(group, (known = { best: [], total: 0 }))
    known.total += 1
    keepBest(known.best, { indexed, score, age: ages.get(id) ?? Number.POSITIVE_INFINITY })
  }
  for (const indexed of index) {
    // The entry in `byContent` replaces this one: it also says where in the conversation the words are.
    if (!contents.has(indexed.entry.id)) consider(indexed, 0)
  }
  for (const indexed of indexEntries([...contents.values()])) consider(indexed, hiddenQuality)
  return [...groups]
    .sort(([oneGroup, one], [otherGroup, other]) => {
      const [first, second] = [one.best[0], other.best[0]]
      if (first === undefined || second === undefined) return 0
      if (first.score !== second.score) return second.score - first.score
      return first.age === second.age ? rankOf(oneGroup) - rankOf(otherGroup) : first.age - second.age
    })
    .map(([title, { best, total }]) => ({
      title,
      total,
      found: best.map(({ indexed }) => ({ entry: indexed.entry, marks: marksOf(indexed.title, words) })),
    }))
}
