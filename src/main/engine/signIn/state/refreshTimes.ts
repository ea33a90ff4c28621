/** When tokens are refreshed. Pure. */
import { backoff } from '#contract/backoff'
import type { Random } from '#engine/ports'

const second = 1_000
const minute = 60 * second
const minLeadMs = minute
const leadShare = 0.1
const firstRetryMs = 5 * second
const maxRetryMs = 5 * minute
const maxAskedForMs = 60 * minute

/** How long before its end a token of this lifetime is refreshed. Not all at the same moment. */
export function refreshLeadMs(lifetimeMs: number, random: Random): number {
  // A token that lives for seconds is used for half of its life at least.
  const leadMs = Math.min(Math.max(minLeadMs, lifetimeMs * leadShare), lifetimeMs / 2)
  return leadMs * (1 - random() * leadShare)
}

/** The pause after the `attempt`th failure in a row, which is at least what the issuer asked for. */
export function retryDelayMs(attempt: number, askedForMs: number | null, random: Random): number {
  const delayMs = backoff(firstRetryMs, attempt, random(), maxRetryMs)
  return Math.max(delayMs, Math.min(askedForMs ?? 0, maxAskedForMs))
}

/** `Retry-After` in milliseconds: seconds, or a date; null if it is neither. */
export function retryAfterMs(header: string | null, now: number): number | null {
  if (header === null) return null
  if (/^\s*\d{1,9}\s*$/.test(header)) return Number(header) * second
  const at = Date.parse(header)
  return Number.isNaN(at) ? null : Math.max(0, at - now)
}

/** Readings of the two clocks at one moment. */
export interface Moment {
  readonly now: number
  readonly elapsed: number
}

/**
 * How much of a lifetime is left. Within one run the clock that never jumps decides: the time of day may be wrong. It
 * stands still during sleep, so after sleep, and for tokens of an earlier run, the time of day decides.
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
