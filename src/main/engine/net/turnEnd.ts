/** Runs a function at the end of a turn of the event loop: only once, however often it was requested in that turn. */
export type AtTurnEnd = (run: () => void) => void

export class TurnEnd {
  readonly #run: () => void
  readonly #atTurnEnd: AtTurnEnd
  #isAwaited = false

  /** `atTurnEnd`: Node's `setImmediate`, except in tests. */
  constructor(run: () => void, atTurnEnd: AtTurnEnd = setImmediate) {
    this.#run = run
    this.#atTurnEnd = atTurnEnd
  }

  await(): void {
    if (this.#isAwaited) return
    this.#isAwaited = true
    this.#atTurnEnd(() => {
      this.#isAwaited = false
      this.#run()
    })
  }
}
