/** When the model is asked again after it could not answer. Pure. */
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
  const backoff = Math.min(longestDelayMs, firstDelayMs * 2 ** (attempt - 1))
  // Down to half of it, so that those who were refused together do not come back together.
  const jittered = backoff * (0.5 + random() / 2)
  return Math.round(Math.max(jittered, retryAfterMs ?? 0))
}
