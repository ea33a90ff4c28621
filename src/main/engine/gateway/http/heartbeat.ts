/** One timer for everything that may fall silent, so that a call costs no timer of its own. */
import { Slots } from '#engine/structures/slots'
import type { Clock, Timer } from '#engine/ports'

/** Something that counts ticks since it last said something. */
export interface Beating {
  /** False once it is over. */
  beat(): boolean
}

const tickMs = 5_000
/** Silence of so many ticks is broken by a comment: 15 s. */
export const silentTicks = 3

export class Heartbeat {
  readonly #clock: Clock
  #members = new Slots<Beating>()
  #timer: Timer | null = null

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Returns the place by which it is removed. */
  add(member: Beating): number {
    this.#timer ??= this.#clock.after(tickMs, this.#tick)
    return this.#members.add(member)
  }

  remove(place: number, member: Beating): void {
    this.#members.remove(place, member)
  }

  close(): void {
    this.#timer?.cancel()
    this.#timer = null
    this.#members = new Slots()
  }

  /** Stops only when a whole tick found nobody: short calls do not set a timer each. */
  readonly #tick = (): void => {
    const any = this.#members.size > 0
    this.#timer = any ? this.#clock.after(tickMs, this.#tick) : null
    this.#members.sweep((member) => !member.beat())
  }
}
