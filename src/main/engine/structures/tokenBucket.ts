/** Allows so much a minute, and a whole minute's worth at once. Pure: it is told the time and keeps two numbers. */
const minuteMs = 60_000

export class TokenBucket {
  #left: number | null = null
  #filledAt = 0

  /** Takes what something costs; or returns for how long there is not so much. */
  take(perMinute: number, now: number, cost = 1): { readonly retryAfterMs: number } | null {
    const since = Math.max(0, now - this.#filledAt)
    // A clock that was set back must not lock anybody out.
    this.#left = Math.min(perMinute, (this.#left ?? perMinute) + (since * perMinute) / minuteMs)
    this.#filledAt = now
    if (this.#left < cost) return { retryAfterMs: Math.ceil(((cost - this.#left) * minuteMs) / perMinute) }
    this.#left -= cost
    return null
  }
}
