/** One timer for all streams that may fall silent, so a call needs no timer of its own. */
import { Slots } from '#engine/structures/slots'
import type { Clock, Timer } from '#engine/ports'

/** Counts ticks since it last sent something. */
export interface KeptAlive {
  /** False once it is over. */
  tick(): boolean
}

const tickMs = 5_000
/** After this many silent ticks (15 s) a comment is sent. */
export const silentTicks = 3

export class KeepAlive {
  readonly #clock: Clock
  #members = new Slots<KeptAlive>()
  #timer: Timer | null = null

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Returns the index for `remove`. */
  add(member: KeptAlive): number {
    this.#timer ??= this.#clock.after(tickMs, this.#tick)
    return this.#members.add(member)
  }

  remove(place: number, member: KeptAlive): void {
    this.#members.remove(place, member)
  }

  close(): void {
    this.#timer?.cancel()
    this.#timer = null
    this.#members = new Slots()
  }

  /** Stops only after a whole tick without members, so short calls do not set a timer each. */
  readonly #tick = (): void => {
    const any = this.#members.size > 0
    this.#timer = any ? this.#clock.after(tickMs, this.#tick) : null
    this.#members.sweep((member) => !member.tick())
  }
}
