/**
 * What one client may ask besides its calls: lists, subscriptions, pings. All its sessions and tokens share it. It is
 * far above what a working program needs, so only a runaway or hostile client ever reaches it.
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

  /** Takes the cost; or returns how long there will not be enough. */
  take(cost: number): { readonly retryAfterMs: number } | null {
    return this.#bucket.take(requestsPerMinute, this.#clock.elapsed(), cost)
  }
}
