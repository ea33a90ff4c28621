/**
 * When a process that nobody uses is stopped. Pure. It is looked at from time to time, so that a call pays nothing for it;
 * what happened between two looks counts as if it had happened at the second one.
 */

export interface Use {
  /** Uses so far. */
  readonly count: number
  /** Something is under way, or somebody waits to hear of changes. */
  readonly isBusy: boolean
}

/** What the last look saw. */
export interface Idleness {
  readonly count: number
  /** Unused since then, for all that is known. */
  readonly since: number
}

export type IdleVerdict = { readonly kind: 'stop' } | { readonly kind: 'lookAgain'; readonly afterMs: number }

/** Between two looks at what is never stopped: its owner may decide otherwise. */
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
