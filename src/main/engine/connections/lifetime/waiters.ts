/** Those who wait for the next change of one thing. */
export class Waiters {
  readonly #waiting = new Set<() => void>()

  /** Resolves at the next change. */
  next(): Promise<void> {
    return new Promise((resolve) => this.#waiting.add(resolve))
  }

  /** Who waits again while it is told waits for the change after this one. */
  tell(): void {
    const waiting = [...this.#waiting]
    this.#waiting.clear()
    for (const resolve of waiting) resolve()
  }
}
