/** A clock with which an engine looks for old records every 20 ms, instead of every ten minutes. */
import { systemClock } from '#engine/clock'
import type { Clock } from '#engine/ports'

const pauseMs = 10 * 60_000

export interface SweepingClock {
  readonly clock: Clock
  /** Resolves when a check that began after this call has ended. */
  readonly swept: () => Promise<void>
}

export function sweepingClock(): SweepingClock {
  const waiting: (() => void)[] = []
  const after: Clock['after'] = (delayMs, run) => {
    if (delayMs !== pauseMs) return systemClock.after(delayMs, run)
    // The next wait begins when the previous check has ended.
    for (const ended of waiting.splice(0)) ended()
    return systemClock.after(20, run)
  }
  const next = () => new Promise<void>((resolve) => waiting.push(resolve))
  return {
    clock: { ...systemClock, after },
    swept: async () => {
      await next()
      await next()
    },
  }
}
