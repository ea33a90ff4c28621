/**
 * Limits what a server says unasked, such as log messages, to so many a minute. The rest is dropped and counted, and its log
 * says so in one line for all that come together.
 */
import { TokenBucket } from '#engine/structures/tokenBucket'
import type { Clock } from '#engine/ports'

/** A minute's worth may come at once. */
const maxPerMinute = 6_000
const gatherMs = 4_000

/** Told only to those who asked for them, and limited there. */
const boundedElsewhere = new Set([
  'notifications/resources/updated',
  'notifications/subscriptions/acknowledged',
  'notifications/elicitation/complete',
])

export class SaidBudget {
  readonly #clock: Clock
  readonly #say: (text: string) => void
  readonly #bucket = new TokenBucket()
  #dropped = 0

  constructor(clock: Clock, say: (text: string) => void) {
    this.#clock = clock
    this.#say = say
  }

  /** False: the notification is to be dropped. */
  take(method: string): boolean {
    if (boundedElsewhere.has(method)) return true
    if (this.#bucket.take(maxPerMinute, this.#clock.elapsed()) === null) return true
    if (this.#dropped === 0) this.#clock.after(gatherMs, () => this.#sayNow())
    this.#dropped += 1
    return false
  }

  #sayNow(): void {
    const dropped = this.#dropped
    this.#dropped = 0
    this.#say(`${dropped} of its notifications were dropped: more than ${maxPerMinute} a minute are not passed on.`)
  }
}
