/** A list as clients see it: its entries, its JSON text made once, and a hash by which changes are known. */
import { createHash } from 'node:crypto'

export interface EntryText<Entry extends ListedEntry = ListedEntry> {
  readonly entry: Entry
  readonly json: string
  /** Of the JSON text. */
  readonly hash: string
}

export interface ListedEntry {
  readonly [key: string]: unknown
}

export function entryText<Entry extends ListedEntry>(entry: Entry): EntryText<Entry> {
  const json = JSON.stringify(entry)
  return { entry, json, hash: createHash('sha1').update(json).digest('base64') }
}

export class FrozenList<Entry extends ListedEntry = ListedEntry> {
  readonly #texts: readonly EntryText<Entry>[]
  #json: string | null = null
  #hash: string | null = null

  constructor(texts: readonly EntryText<Entry>[]) {
    this.#texts = texts
  }

  get size(): number {
    return this.#texts.length
  }

  get entries(): readonly Entry[] {
    return this.#texts.map((text) => text.entry)
  }

  /** Of the array of entries. */
  get json(): string {
    this.#json ??= `[${this.#texts.map((text) => text.json).join(',')}]`
    return this.#json
  }

  get hash(): string {
    this.#hash ??= createHash('sha1')
      .update(this.#texts.map((text) => text.hash).join())
      .digest('base64')
    return this.#hash
  }
}
