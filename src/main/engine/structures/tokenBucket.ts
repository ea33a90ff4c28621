/**
 * Allows a number of requests per minute, which may all come together. Pure: the time is passed in, and the state is
 * two numbers.
 */
const minuteMs = 60_000

export class TokenBucket {
  #left: number | null = null
  #filledAt = 0

  /** Takes the cost. If there is not enough, takes nothing and returns how long to wait. */
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
