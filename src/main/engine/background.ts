/** Runs work that no caller waits for. Failures are logged, and closing the engine waits for running work. */
import { messageOf } from '#contract/errors'
import type { Log } from '#engine/ports'

export class Background {
  readonly #log: Log
  readonly #running = new Set<Promise<void>>()

  constructor(log: Log) {
    this.#log = log
  }

  /** `what` completes the sentence "could not …". */
  run(what: string, work: () => Promise<unknown>): void {
    const promise: Promise<void> = work()
      .then(
        () => undefined,
        (thrown: unknown) => this.#log.error({ error: thrown }, `could not ${what}: ${messageOf(thrown)}`),
      )
      .finally(() => this.#running.delete(promise))
    this.#running.add(promise)
  }

  async drained(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running)
  }
}
