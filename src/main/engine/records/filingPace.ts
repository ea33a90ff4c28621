/**
 * When the calls in the journal are filed in the store. Filing costs several times what the journal does, so it waits
 * while many calls come in, but only up to a limit. Pure.
 */

export interface Traffic {
  /** Calls since the last check. */
  readonly recent: number
  /** Time since the last check. */
  readonly spanMs: number
  /** Bytes in the journal. */
  readonly unfiledBytes: number
}

/** A person and a handful of agents stay below this rate and are filed at once; only a storm of calls exceeds it. */
const calm = { callsPerMs: 2, maxSpanMs: 100 }
/** Above this, calls are filed in any case: a reader of records has to wait until all of them are. */
const maxUnfiledBytes = 128_000_000

export function isTimeToFile({ recent, spanMs, unfiledBytes }: Traffic): boolean {
  // Capped: otherwise a storm after an hour of silence could begin with as many calls as an hour's work.
  const maxCalls = calm.callsPerMs * Math.min(spanMs, calm.maxSpanMs)
  return recent <= maxCalls || unfiledBytes >= maxUnfiledBytes
}
