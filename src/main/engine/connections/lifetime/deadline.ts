/** A time limit for a piece of work. It can be restarted whenever the work makes progress. */
import { durationText } from '#contract/text/durationText'
import type { Clock, Timer } from '#engine/ports'

export class Deadline {
  readonly #clock: Clock
  readonly #onLate: (what: string) => void
  #timer: Timer | null = null
  #over = false

  constructor(clock: Clock, onLate: (what: string) => void) {
    this.#clock = clock
    this.#onLate = onLate
  }

  /** `what`: describes what did not happen in time, such as "did not answer". */
  restart(withinMs: number, what: string): void {
    if (this.#over) return
    this.#timer?.cancel()
    this.#timer = this.#clock.after(withinMs, () => this.#onLate(`${what} within ${durationText(withinMs)}`))
  }

  end(): void {
    this.#over = true
    this.#timer?.cancel()
  }
}
