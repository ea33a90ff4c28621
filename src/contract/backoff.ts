/**
 * How long to wait before attempt number `attempt`, which counts from 1. The wait doubles with every attempt, up to
 * `maxMs`. `random`, in [0, 1), spreads it over 75 % to 125 %, so that attempts that failed together do not retry
 * together. Pure.
 */
export function backoff(baseMs: number, attempt: number, random: number, maxMs: number): number {
  const exponential = Math.min(baseMs * 2 ** (attempt - 1), maxMs)
  return Math.round(exponential * (0.75 + random * 0.5))
}
