/** One timer for everything that may fall silent, so that a call costs no timer of its own. */
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
  readonly #members = new Set<Beating>()
  #timer: Timer | null = null

  constructor(clock: Clock) {
    this.#clock = clock
  }

  add(member: Beating): void {
    this.#members.add(member)
    this.#timer ??= this.#clock.after(tickMs, this.#tick)
  }

  delete(member: Beating): void {
    this.#members.delete(member)
  }

  close(): void {
    this.#timer?.cancel()
    this.#timer = null
    this.#members.clear()
  }

  /** Stops only when a whole tick found nobody: short calls do not set a timer each. */
  readonly #tick = (): void => {
    const any = this.#members.size > 0
    this.#timer = any ? this.#clock.after(tickMs, this.#tick) : null
    for (const member of this.#members) if (!member.beat()) this.#members.delete(member)
  }
}
