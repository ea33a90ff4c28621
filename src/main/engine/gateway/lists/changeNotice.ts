/**
 * Gathers changes that come close together, and announces them after 50 ms without changes, or after 250 ms at the
 * latest.
 */
import type { Clock, Timer } from '#engine/ports'

const quietMs = 50
const maxMs = 250

export class ChangeNotice {
  readonly #clock: Clock
  readonly #publish: () => void
  #timer: Timer | null = null
  #since = 0

  constructor(clock: Clock, publish: () => void) {
    this.#clock = clock
    this.#publish = publish
  }

  touch(): void {
    const now = this.#clock.elapsed()
    if (this.#timer === null) this.#since = now
    else this.#timer.cancel()
    const delayMs = Math.max(0, Math.min(quietMs, this.#since + maxMs - now))
    this.#timer = this.#clock.after(delayMs, () => {
      this.#timer = null
      this.#publish()
    })
  }

  close(): void {
    this.#timer?.cancel()
    this.#timer = null
  }
}
