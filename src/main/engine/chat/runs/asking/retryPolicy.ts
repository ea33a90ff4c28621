/** When to ask the model again after a failure. Pure. */
import { backoff } from '#contract/backoff'
import type { Random } from '#engine/ports'

const firstDelayMs = 1_000
const maxDelayMs = 60_000
/** If the endpoint asks for a longer delay, a person decides. */
const maxAskedMs = 300_000
const maxAttempts = 8

/** Null: no more retries. `attempt` is the number of the request that failed, from 1. */
export function retryDelayMs(attempt: number, retryAfterMs: number | null, random: Random): number | null {
  if (attempt >= maxAttempts) return null
  if (retryAfterMs !== null && retryAfterMs > maxAskedMs) return null
  return Math.max(backoff(firstDelayMs, attempt, random(), maxDelayMs), Math.round(retryAfterMs ?? 0))
}
