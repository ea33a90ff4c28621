/**
 * Limits a client's requests besides its calls: lists, subscriptions, pings. All of its sessions and tokens share this
 * budget. It is far above what a working program needs, so only a runaway or hostile client reaches the limit.
 */
import { TokenBucket } from '#engine/structures/tokenBucket'
import type { Clock } from '#engine/ports'

export const requestsPerMinute = 12_000

export class RequestBudget {
  readonly #clock: Pick<Clock, 'elapsed'>
  readonly #bucket = new TokenBucket()

  constructor(clock: Pick<Clock, 'elapsed'>) {
    this.#clock = clock
  }

  /** Takes the cost and returns null. If the budget is too small, returns how long to wait. */
  take(cost: number): { readonly retryAfterMs: number } | null {
    return this.#bucket.take(requestsPerMinute, this.#clock.elapsed(), cost)
  }
}
