/**
 * Decides when an unused process is stopped. Pure. The process is checked at intervals, so that calls need no
 * bookkeeping. A use between two checks counts as if it happened at the second one.
 */

export interface Use {
  /** The number of uses since the session began. */
  readonly count: number
  /** Whether a call is in progress, or a caller is waiting for changes to a resource. */
  readonly isBusy: boolean
}

/** What the last check found. */
export interface Idleness {
  readonly count: number
  /** When the last use was noticed. Before any use: when the watch began. */
  readonly since: number
}

export type IdleVerdict = { readonly kind: 'stop' } | { readonly kind: 'lookAgain'; readonly afterMs: number }

/**
 * The longest time between two checks. Even a process that is never stopped is checked, because a person may change
 * that setting.
 */
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
