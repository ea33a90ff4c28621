/**
 * Decides when calls move from the journal into the store. Filing costs several times as much as the journal, so it
 * waits while many calls are arriving, but only up to a limit. Pure.
 */

export interface Traffic {
  /** The number of calls since the last check. */
  readonly recent: number
  /** The time since the last check. */
  readonly spanMs: number
  /** The number of bytes in the journal. */
  readonly unfiledBytes: number
}

/**
 * What a person and a few agents do stays below this rate and is filed immediately. Only a storm of calls exceeds it.
 */
const calm = { callsPerMs: 2, maxSpanMs: 100 }
/** How full the journal may be. Above that, calls are filed at any rate, because readers wait until all are filed. */
const maxUnfiledBytes = 128_000_000

export function isTimeToFile({ recent, spanMs, unfiledBytes }: Traffic): boolean {
  // The time is capped. Otherwise the start of a storm, after an hour of silence, would count as calm.
  const maxCalls = calm.callsPerMs * Math.min(spanMs, calm.maxSpanMs)
  return recent <= maxCalls || unfiledBytes >= maxUnfiledBytes
}
