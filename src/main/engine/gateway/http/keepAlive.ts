/** Keeps silent streams alive with one timer for all, so that calls need no timers of their own. */
import { Slots } from '#engine/structures/slots'
import type { Clock, Timer } from '#engine/ports'

/** A stream that counts ticks since it last sent something. */
export interface KeptAlive {
  /** Counts one tick. False once the stream is over. */
  tick(): boolean
}

const tickMs = 5_000
/** After this many silent ticks (15 s), a comment is sent. */
export const silentTicks = 3

export class KeepAlive {
  readonly #clock: Clock
  #members = new Slots<KeptAlive>()
  #timer: Timer | null = null

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Adds a stream and returns its index for `remove`. */
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

  /** The timer only stops after a whole tick without streams, so that not every short call starts it again. */
  readonly #tick = (): void => {
    const any = this.#members.size > 0
    this.#timer = any ? this.#clock.after(tickMs, this.#tick) : null
    this.#members.sweep((member) => !member.tick())
  }
}
