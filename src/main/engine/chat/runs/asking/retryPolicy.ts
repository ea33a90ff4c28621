/** Decides when to ask the model again after a failure. Pure. */
import { backoff } from '#contract/backoff'
import type { Random } from '#engine/ports'

const firstDelayMs = 1_000
const maxDelayMs = 60_000
/** The longest delay to wait without a person. If the endpoint asks for a longer one, a person decides. */
const maxAskedMs = 300_000
const maxAttempts = 8

/** How long to wait before the next request; null: no more retries. `attempt` counts failed requests, from 1. */
export function retryDelayMs(attempt: number, retryAfterMs: number | null, random: Random): number | null {
  if (attempt >= maxAttempts) return null
  if (retryAfterMs !== null && retryAfterMs > maxAskedMs) return null
  return Math.max(backoff(firstDelayMs, attempt, random(), maxDelayMs), Math.round(retryAfterMs ?? 0))
}
