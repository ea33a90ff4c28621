/** Computes when tokens are refreshed. Pure. */
import { backoff } from '#contract/backoff'
import type { Random } from '#engine/ports'

const second = 1_000
const minute = 60 * second
const minLeadMs = minute
const leadShare = 0.1
const firstRetryMs = 5 * second
const maxRetryMs = 5 * minute
const maxAskedForMs = 60 * minute

/** How long before its end a token is refreshed. Randomized, so that not all refreshes happen at the same time. */
export function refreshLeadMs(lifetimeMs: number, random: Random): number {
  // Even a token that lives for seconds is used for at least half of its life.
  const leadMs = Math.min(Math.max(minLeadMs, lifetimeMs * leadShare), lifetimeMs / 2)
  return leadMs * (1 - random() * leadShare)
}

/** The pause after the `attempt`th failure in a row, at least as long as the issuer asked for. */
export function retryDelayMs(attempt: number, askedForMs: number | null, random: Random): number {
  const delayMs = backoff(firstRetryMs, attempt, random(), maxRetryMs)
  return Math.max(delayMs, Math.min(askedForMs ?? 0, maxAskedForMs))
}

/** Converts `Retry-After`, which has seconds or a date, to milliseconds. Null if it is neither. */
export function retryAfterMs(header: string | null, now: number): number | null {
  if (header === null) return null
  if (/^\s*\d{1,9}\s*$/.test(header)) return Number(header) * second
  const at = Date.parse(header)
  return Number.isNaN(at) ? null : Math.max(0, at - now)
}

/** The readings of both clocks at one moment: the time of day, and the monotonic clock. */
export interface Moment {
  readonly now: number
  readonly elapsed: number
}

/**
 * How much of a lifetime is left. Within one run, the monotonic clock decides, because the time of day may be wrong.
 * The monotonic clock stops during sleep, so after sleep the time of day counts as well. For tokens from an earlier
 * run, the time of day alone decides.
 */
export function leftMs(
  lifetimeMs: number,
  received: Moment | { readonly now: number },
  at: Moment,
  slept: boolean,
): number {
  const byDay = Math.min(lifetimeMs, lifetimeMs - (at.now - received.now))
  if (!('elapsed' in received)) return byDay
  const byRun = lifetimeMs - (at.elapsed - received.elapsed)
  return slept ? Math.min(byRun, byDay) : byRun
}
