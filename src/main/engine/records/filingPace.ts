/**
 * When calls that lie in the journal are filed in the store. Filing costs several times what the journal does, so that
 * it waits as long as many calls come in, but not beyond bounds. Pure.
 */

export interface Traffic {
  /** Calls that came in since it was looked last. */
  readonly recent: number
  /** How long ago that was. */
  readonly spanMs: number
  /** What lies in the journal. */
  readonly unfiledBytes: number
}

/** What a person and a handful of agents reach is filed at once; what only a storm of calls reaches is not. */
const calm = { callsPerMs: 2, longestSpanMs: 100 }
/** Then it is filed in any case: whoever asks for records has to wait until all of them are. */
const mostUnfiledBytes = 128_000_000

export function isTimeToFile({ recent, spanMs, unfiledBytes }: Traffic): boolean {
  // After an hour of silence a storm begins with as many calls as an hour's work.
  const most = calm.callsPerMs * Math.min(spanMs, calm.longestSpanMs)
  return recent <= most || unfiledBytes >= mostUnfiledBytes
}
