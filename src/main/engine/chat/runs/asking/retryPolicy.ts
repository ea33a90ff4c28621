/** When the model is asked again after a failure. Pure. */
import { backoff } from '#contract/backoff'
import type { Random } from '#engine/ports'

const firstDelayMs = 1_000
const maxDelayMs = 60_000
/** A longer delay is left to the person to decide. */
const maxAskedMs = 300_000
const maxAttempts = 8

/** Null: no more retries. `attempt` counts from 1, for the request that failed. */
export function retryDelayMs(attempt: number, retryAfterMs: number | null, random: Random): number | null {
  if (attempt >= maxAttempts) return null
  if (retryAfterMs !== null && retryAfterMs > maxAskedMs) return null
  return Math.max(backoff(firstDelayMs, attempt, random(), maxDelayMs), Math.round(retryAfterMs ?? 0))
}
