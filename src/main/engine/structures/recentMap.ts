/**
 * A bounded map that forgets entries that have not been looked up lately. It has two generations: an entry that is used
 * moves to the young one, and the old one is dropped as a whole. Entries are not reordered at each use, so a recent
 * entry costs one Map access. Pure.
 */
export class RecentMap<Key, Value> {
  readonly #generationSize: number
  #young = new Map<Key, Value>()
  #old = new Map<Key, Value>()

  /** Keeps the `generationSize` most recently used entries, and at most twice as many. */
  constructor(generationSize: number) {
    this.#generationSize = generationSize
  }

  get(key: Key): Value | undefined {
    const young = this.#young.get(key)
    if (young !== undefined) return young
    const old = this.#old.get(key)
    if (old !== undefined) this.set(key, old)
    return old
  }

  set(key: Key, value: Value): void {
    this.#old.delete(key)
    this.#young.set(key, value)
    if (this.#young.size < this.#generationSize) return
    this.#old = this.#young
    this.#young = new Map()
  }

  delete(key: Key): void {
    this.#young.delete(key)
    this.#old.delete(key)
  }

  clear(): void {
    this.#young.clear()
    this.#old.clear()
  }
}
