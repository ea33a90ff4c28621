/** Time that is counted while the machine is awake: a gap between two looks that is far too long was sleep. Pure. */
const longestGapMs = 30_000

export class AwakeTime {
  #last: number
  #slept = 0

  constructor(now: number) {
    this.#last = now
  }

  /** `now` never goes back. Has to be asked every few seconds, needed or not. */
  at(now: number): number {
    const gap = now - this.#last
    if (gap > longestGapMs) this.#slept += gap
    this.#last = now
    return now - this.#slept
  }
}
