/** So many calls a minute, with the calls of a whole minute allowed at once. Pure: told the time, it keeps two numbers. */
const minuteMs = 60_000

export class TokenBucket {
  #left: number | null = null
  #filledAt = 0

  /** Takes one; or returns for how long there is none. */
  take(perMinute: number, now: number): { readonly retryAfterMs: number } | null {
    const since = Math.max(0, now - this.#filledAt)
    // A clock that was set back must not lock anybody out.
    this.#left = Math.min(perMinute, (this.#left ?? perMinute) + (since * perMinute) / minuteMs)
    this.#filledAt = now
    if (this.#left < 1) return { retryAfterMs: Math.ceil(((1 - this.#left) * minuteMs) / perMinute) }
    this.#left -= 1
    return null
  }
}
