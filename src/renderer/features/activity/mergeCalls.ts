/** Joins the newest calls, which are polled, and the older pages into one list. Call ids sort by time. Pure. */
import type { CallPage, CallSummary } from '#contract/tools/call'

export interface MergedCalls {
  /** Newest first. Each call occurs once, in its latest state. */
  readonly calls: readonly CallSummary[]
  /** More calls were added between two polls than one poll returns. The older pages must be read again. */
  readonly gap: boolean
}

export function mergeCalls(newest: CallPage | undefined, pages: readonly CallPage[]): MergedCalls {
  const older = pages.flatMap((page) => page.calls)
  if (newest === undefined) return { calls: older, gap: false }
  const oldestOfNewest = newest.calls.at(-1)?.id
  const newestOfOlder = older[0]?.id
  const gap =
    newest.next !== null &&
    oldestOfNewest !== undefined &&
    newestOfOlder !== undefined &&
    newestOfOlder < oldestOfNewest
  const known = new Set(newest.calls.map((call) => call.id))
  const rest = older.filter((call) => !known.has(call.id) && (oldestOfNewest === undefined || call.id < oldestOfNewest))
  return { calls: [...newest.calls, ...rest], gap }
}
