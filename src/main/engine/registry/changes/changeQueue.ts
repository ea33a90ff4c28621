/** Runs changes one after another, so that none is planned on a state that another is changing. */
export class ChangeQueue {
  #last: Promise<unknown> = Promise.resolve()

  run<T>(change: () => Promise<T>): Promise<T> {
    const done = this.#last.then(change, change)
    this.#last = done.catch(() => undefined)
    return done
  }

  /** Resolves when all changes so far are done or have failed. */
  async settled(): Promise<void> {
    await this.#last
  }
}
