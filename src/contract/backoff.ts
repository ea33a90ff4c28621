/**
 * How long to wait before the next attempt, counted from 1: doubles with every attempt up to the maximum, then spread
 * over 75 % to 125 % by `random` in [0, 1), so that attempts that failed together do not retry together. Pure.
 */
export function backoff(baseMs: number, attempt: number, random: number, maxMs: number): number {
  const exponential = Math.min(baseMs * 2 ** (attempt - 1), maxMs)
  return Math.round(exponential * (0.75 + random * 0.5))
}
