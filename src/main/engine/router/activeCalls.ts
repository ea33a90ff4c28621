/** Every call that is not settled yet, and the one timer that ends those whose time is over. */
import { Slots } from '#engine/policies/slots'
import type { Clock, Timer } from '#engine/ports'
import type { OneCall } from '#engine/router/oneCall'

/** A time-out is noticed this much late at the most. A timer for each call would cost every call something. */
export const timeoutTickMs = 250

export class ActiveCalls {
  readonly #clock: Clock
  readonly #calls = new Slots<OneCall>()
  #timer: Timer | null = null

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Returns its place among them. */
  add(one: OneCall): number {
    this.#timer ??= this.#clock.after(timeoutTickMs, this.#tick)
    return this.#calls.add(one)
  }

  remove(place: number, one: OneCall): void {
    this.#calls.remove(place, one)
  }

  all(): OneCall[] {
    return this.#calls.all()
  }

  /** Rests only when a whole tick found nobody, so that short calls do not set a timer each. */
  readonly #tick = (): void => {
    const calls = this.#calls.all()
    this.#timer = calls.length > 0 ? this.#clock.after(timeoutTickMs, this.#tick) : null
    const now = this.#clock.now()
    for (const one of calls) one.expire(now)
  }
}
