/**
 * Allows a rate per minute, and a whole minute's worth at once. Pure: the time is passed in, and it keeps two numbers.
 */
const minuteMs = 60_000

export class TokenBucket {
  #left: number | null = null
  #filledAt = 0

  /** Takes the cost, or returns how long to wait until there is enough. */
  take(perMinute: number, now: number, cost = 1): { readonly retryAfterMs: number } | null {
    const since = Math.max(0, now - this.#filledAt)
    // A clock that was set back must not lock a client out.
    this.#left = Math.min(perMinute, (this.#left ?? perMinute) + (since * perMinute) / minuteMs)
    this.#filledAt = now
    if (this.#left < cost) return { retryAfterMs: Math.ceil(((cost - this.#left) * minuteMs) / perMinute) }
    this.#left -= cost
    return null
  }
}
