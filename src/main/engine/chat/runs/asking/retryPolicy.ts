/** When the model is asked again after it could not answer. Pure. */
import { backoff } from '#contract/text/backoff'
import type { Random } from '#engine/ports'

const firstDelayMs = 1_000
const longestDelayMs = 60_000
/** Who is told to wait longer than this had better decide themselves. */
const longestAskedMs = 300_000
const mostAttempts = 8

/** Null: not any more. `attempt` counts from 1, of the request that failed. */
export function retryDelayMs(attempt: number, retryAfterMs: number | null, random: Random): number | null {
  if (attempt >= mostAttempts) return null
  if (retryAfterMs !== null && retryAfterMs > longestAskedMs) return null
  return Math.max(backoff(firstDelayMs, attempt, random(), longestDelayMs), Math.round(retryAfterMs ?? 0))
}
