/** Measures only the time while the machine is awake: a very long gap between two readings counts as sleep. Pure. */
const maxGapMs = 30_000

export class AwakeTime {
  #last: number
  #slept = 0

  constructor(now: number) {
    this.#last = now
  }

  /** `now` never goes back. Must be called every few seconds, even if the result is not needed. */
  at(now: number): number {
    const gap = now - this.#last
    if (gap > maxGapMs) this.#slept += gap
    this.#last = now
    return now - this.#slept
  }
}
