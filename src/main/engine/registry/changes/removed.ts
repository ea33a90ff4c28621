/**
 * Keeps what was removed since this engine started, with everything that belonged to it, so that a removal can be
 * undone. Only the newest removals are kept.
 */
export class Removed<Thing> {
  readonly #byKey = new Map<string, Thing>()
  readonly #most: number

  constructor(most: number) {
    this.#most = most
  }

  keep(key: string, thing: Thing): void {
    this.#byKey.delete(key)
    this.#byKey.set(key, thing)
    const [oldest] = this.#byKey.keys()
    if (this.#byKey.size > this.#most && oldest !== undefined) this.#byKey.delete(oldest)
  }

  get(key: string): Thing | null {
    return this.#byKey.get(key) ?? null
  }

  all(): readonly Thing[] {
    return [...this.#byKey.values()]
  }

  forget(key: string): void {
    this.#byKey.delete(key)
  }
}
