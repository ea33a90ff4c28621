/** All unsettled calls, with a single timer that ends those whose time is up. */
import { Slots } from '#engine/structures/slots'
import type { Clock, Timer } from '#engine/ports'

/** How late a timeout may be noticed. One timer per call would slow down every call. */
export const timeoutTickMs = 250

interface Expiring {
  /** Abandons the call if its time is up. */
  expire(now: number): void
}

export class ActiveCalls<Call extends Expiring> {
  readonly #clock: Clock
  readonly #calls = new Slots<Call>()
  #timer: Timer | null = null

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Returns the call's index. */
  add(one: Call): number {
    this.#timer ??= this.#clock.after(timeoutTickMs, this.#tick)
    return this.#calls.add(one)
  }

  remove(place: number, one: Call): void {
    this.#calls.remove(place, one)
  }

  all(): Call[] {
    return this.#calls.all()
  }

  /** Stops only after a whole tick without calls, so that short calls do not set a timer each. */
  readonly #tick = (): void => {
    const calls = this.#calls.all()
    this.#timer = calls.length > 0 ? this.#clock.after(timeoutTickMs, this.#tick) : null
    const now = this.#clock.elapsed()
    for (const one of calls) one.expire(now)
  }
}
