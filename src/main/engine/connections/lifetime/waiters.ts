/** Waits for the next change of one thing. */
export class Waiters {
  /** Null at first: most things are never waited for. */
  #waiting: (() => void)[] | null = null

  /** Resolves at the next change. */
  next(): Promise<void> {
    return new Promise((resolve) => (this.#waiting ??= []).push(resolve))
  }

  /** A listener that waits again while it is notified waits for the following change. */
  tell(): void {
    const waiting = this.#waiting
    this.#waiting = null
    if (waiting !== null) for (const resolve of waiting) resolve()
  }
}
