/** A timer for the refresh or the expiry of tokens, however far away that is. */
import type { Clock, Timer } from '#engine/ports'

/** How long one wait takes at most, because the platform's timers cannot wait longer than a few weeks. */
const maxWaitMs = 6 * 60 * 60_000

export class RefreshTimer {
  readonly #clock: Clock
  #timer: Timer | null = null
  #dueAt: number | null = null

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** When the timer fires, in epoch milliseconds; null: not set. */
  get at(): number | null {
    return this.#dueAt === null ? null : this.#clock.now() + Math.max(0, this.#dueAt - this.#clock.elapsed())
  }

  set(delayMs: number, callback: () => void): void {
    this.clear()
    this.#dueAt = this.#clock.elapsed() + delayMs
    this.#wait(delayMs, callback)
  }

  clear(): void {
    this.#timer?.cancel()
    this.#timer = null
    this.#dueAt = null
  }

  #wait(delayMs: number, callback: () => void): void {
    this.#timer = this.#clock.after(Math.min(delayMs, maxWaitMs), () => {
      if (delayMs > maxWaitMs) return this.#wait(delayMs - maxWaitMs, callback)
      this.clear()
      callback()
    })
  }
}
