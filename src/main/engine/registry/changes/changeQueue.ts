/** Changes wait for one another, so that none is made on a state that another is changing. */
export class ChangeQueue {
  #last: Promise<unknown> = Promise.resolve()

  run<T>(change: () => Promise<T>): Promise<T> {
    const done = this.#last.then(change, change)
    this.#last = done.catch(() => undefined)
    return done
  }

  /** Resolves when all that were asked for so far are done, however they ended. */
  async settled(): Promise<void> {
    await this.#last
  }
}
