/**
 * Limits the messages that a server sends unasked, such as log messages, to a number per minute. The rest are dropped
 * and counted. The server's log reports each burst in one line.
 */
import { TokenBucket } from '#engine/structures/tokenBucket'
import type { Clock } from '#engine/ports'

/** The maximum number per minute. They may all come at the same time. */
const maxPerMinute = 6_000
const gatherMs = 4_000

/** Notifications that are not counted here: they go only to callers that subscribed to them, and are limited there. */
const boundedElsewhere = new Set([
  'notifications/resources/updated',
  'notifications/subscriptions/acknowledged',
  'notifications/elicitation/complete',
])

export class NotificationBudget {
  readonly #clock: Clock
  readonly #say: (text: string) => void
  readonly #bucket = new TokenBucket()
  #dropped = 0

  constructor(clock: Clock, say: (text: string) => void) {
    this.#clock = clock
    this.#say = say
  }

  /** Returns false if the notification must be dropped. */
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
    this.#say(`${dropped} notifications from the server were dropped: the limit is ${maxPerMinute} per minute.`)
  }
}
