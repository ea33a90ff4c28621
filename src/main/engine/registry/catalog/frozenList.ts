/** A list as clients see it: the entries, their JSON text, and a hash to detect changes. */
import { createHash } from 'node:crypto'

export interface EntryText<Entry extends ListedEntry = ListedEntry> {
  readonly entry: Entry
  readonly json: string
  /** Hash of the JSON text. */
  readonly hash: string
}

export interface ListedEntry {
  readonly [key: string]: unknown
}

export function entryText<Entry extends ListedEntry>(entry: Entry): EntryText<Entry> {
  const json = JSON.stringify(entry)
  return { entry, json, hash: hashOf(json) }
}

/**
 * The serialized entries of each definition, cached as long as the definition lives. When one entry changes, no other
 * is serialized again.
 */
export class EntryTexts {
  readonly #made = new WeakMap<object, Map<string, EntryText>>()

  /** `as`: distinguishes the entries that are made from one definition. */
  of(definition: object, as: string, make: () => ListedEntry): EntryText {
    let made = this.#made.get(definition)
    if (made === undefined) this.#made.set(definition, (made = new Map()))
    let text = made.get(as)
    if (text === undefined) made.set(as, (text = entryText(make())))
    return text
  }
}

/** Entries that stay together when a list is rebuilt, such as those of one server. */
export class FrozenPart<Entry extends ListedEntry = ListedEntry> {
  readonly texts: readonly EntryText<Entry>[]
  #hash: string | null = null

  constructor(texts: readonly EntryText<Entry>[]) {
    this.texts = texts
  }

  get hash(): string {
    this.#hash ??= hashOf(this.texts.map((text) => text.hash).join())
    return this.#hash
  }
}

/**
 * The maximum length of a cached JSON text. A longer one is joined again for each request: every project has its own
 * list, and caching them all would take too much memory.
 */
const maxKeptJson = 1_000_000

export class FrozenList<Entry extends ListedEntry = ListedEntry> {
  readonly #parts: readonly FrozenPart<Entry>[]
  #json: string | null = null
  #hash: string | null = null

  constructor(parts: readonly FrozenPart<Entry>[]) {
    this.#parts = parts.filter(({ texts }) => texts.length > 0)
  }

  get entries(): readonly Entry[] {
    return this.#parts.flatMap(({ texts }) => texts.map(({ entry }) => entry))
  }

  /** The entries as a JSON array. */
  get json(): string {
    if (this.#json !== null) return this.#json
    const json = `[${this.#parts.flatMap(({ texts }) => texts.map(({ json: text }) => text)).join(',')}]`
    if (json.length <= maxKeptJson) this.#json = json
    return json
  }

  get hash(): string {
    this.#hash ??= hashOf(this.#parts.map(({ hash }) => hash).join())
    return this.#hash
  }
}

function hashOf(text: string): string {
  return createHash('sha1').update(text).digest('base64')
}

/** A tool definition as the server sent it, except for `name` and additions to `_meta`. */
export interface ListedTool {
  readonly name: string
  readonly [key: string]: unknown
}
