/**
 * Decides when an unused process is stopped. Pure. The process is checked at intervals, so that calls need no
 * bookkeeping. A use between two checks counts as if it happened at the second one.
 */

export interface Use {
  /** The number of uses so far. */
  readonly count: number
  /** A call is in progress, or a caller waits for changes of a resource. */
  readonly isBusy: boolean
}

/** What the last check found. */
export interface Idleness {
  readonly count: number
  /** The time since which no use is known. */
  readonly since: number
}

export type IdleVerdict = { readonly kind: 'stop' } | { readonly kind: 'lookAgain'; readonly afterMs: number }

/** Time between two checks of a process that is never stopped, because a person may change that setting. */
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
