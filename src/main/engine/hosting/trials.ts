/** Tracks servers whose container runs only to be examined. A real start waits until the examination is over. */

export class Trials {
  readonly #under = new Map<string, Promise<void>>()

  has(id: string): boolean {
    return this.#under.has(id)
  }

  /** Resolves when no examination of this server is under way. */
  async over(id: string): Promise<void> {
    while (this.#under.has(id)) await this.#under.get(id)
  }

  /** Returns a function that ends the trial. Idempotent. */
  begin(id: string): () => void {
    let tellOver: () => void = () => undefined
    const trial = new Promise<void>((resolve) => (tellOver = resolve))
    this.#under.set(id, trial)
    return () => {
      if (this.#under.get(id) === trial) this.#under.delete(id)
      tellOver()
    }
  }
}
