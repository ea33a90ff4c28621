/** Runs changes one after another. A change is therefore never planned while another one is being applied. */
export class ChangeQueue {
  #last: Promise<unknown> = Promise.resolve()

  run<T>(change: () => Promise<T>): Promise<T> {
    const done = this.#last.then(change, change)
    this.#last = done.catch(() => undefined)
    return done
  }

  /** Resolves when all changes that are in the queue now are done or have failed. */
  async settled(): Promise<void> {
    await this.#last
  }
}
