/**
 * When an unused process is stopped. Pure. It is checked from time to time, so that calls pay nothing for it; a use
 * between two checks counts as if it happened at the second one.
 */

export interface Use {
  /** Number of uses so far. */
  readonly count: number
  /** Something is under way, or a caller waits to hear of changes. */
  readonly isBusy: boolean
}

/** What the last check saw. */
export interface Idleness {
  readonly count: number
  /** Unused since then, as far as is known. */
  readonly since: number
}

export type IdleVerdict = { readonly kind: 'stop' } | { readonly kind: 'lookAgain'; readonly afterMs: number }

/** Time between two checks of a process that is never stopped: its owner may change that setting. */
const restingLookMs = 60_000
const looksPerLimit = 8

export function judgeIdleness(
  before: Idleness,
  use: Use,
  now: number,
  limitMs: number | null,
): { readonly idleness: Idleness; readonly verdict: IdleVerdict } {
  const isUsed = use.isBusy || use.count !== before.count
  const idleness = { count: use.count, since: isUsed ? now : before.since }
  if (limitMs === null) return { idleness, verdict: { kind: 'lookAgain', afterMs: restingLookMs } }
  const leftMs = idleness.since + limitMs - now
  if (leftMs <= 0) return { idleness, verdict: { kind: 'stop' } }
  const afterMs = Math.min(leftMs, Math.ceil(limitMs / looksPerLimit), restingLookMs)
  return { idleness, verdict: { kind: 'lookAgain', afterMs } }
}
