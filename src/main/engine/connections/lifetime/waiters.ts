/** Those who wait for the next change of one thing. */
export class Waiters {
  /** Of most things, nobody waits. */
  #waiting: (() => void)[] | null = null

  /** Resolves at the next change. */
  next(): Promise<void> {
    return new Promise((resolve) => (this.#waiting ??= []).push(resolve))
  }

  /** Who waits again while it is told waits for the change after this one. */
  tell(): void {
    const waiting = this.#waiting
    this.#waiting = null
    if (waiting !== null) for (const resolve of waiting) resolve()
  }
}
