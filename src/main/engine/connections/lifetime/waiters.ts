/** Lets code wait for the next change to one thing. */
export class Waiters {
  /** Null until the first wait: most things are never waited for. */
  #waiting: (() => void)[] | null = null

  /** Resolves at the next change. */
  next(): Promise<void> {
    return new Promise((resolve) => (this.#waiting ??= []).push(resolve))
  }

  /** Resolves all current waits. Code that immediately waits again waits for the following change. */
  tell(): void {
    const waiting = this.#waiting
    this.#waiting = null
    if (waiting !== null) for (const resolve of waiting) resolve()
  }
}
