/**
 * How long to wait before the next attempt, the first being 1: doubles with every attempt up to the most, then spread over
 * 75 % to 125 % by `random` in [0, 1), so that what failed together does not come back together. Pure.
 */
export function backoff(baseMs: number, attempt: number, random: number, maxMs: number): number {
  const exponential = Math.min(baseMs * 2 ** (attempt - 1), maxMs)
  return Math.round(exponential * (0.75 + random * 0.5))
}
