/** Reports when an engine has not been used for some time. The watch polls, so that uses need not report themselves. */
import type { Clock, Timer } from '#engine/ports'

export interface Use {
  /** The number of open connections and pending requests. */
  readonly open: number
  /** The number of uses since the start, so that a use between two checks is not missed. */
  readonly begun: number
}

export interface IdleWatch {
  /** Resolves once, when the engine is idle. */
  readonly idle: Promise<void>
  /** Stops watching; `idle` stays pending. */
  readonly stop: () => void
}

const looksPerWait = 12

export function watchForIdle(clock: Clock, idleMs: number, use: () => Use): IdleWatch {
  let timer: Timer | null = null
  let seen = use().begun
  let usedAt = clock.elapsed()
  const idle = new Promise<void>((resolve) => {
    const look = () => {
      const { open, begun } = use()
      if (open > 0 || begun !== seen) usedAt = clock.elapsed()
      seen = begun
      if (clock.elapsed() - usedAt >= idleMs) resolve()
      else timer = clock.after(idleMs / looksPerWait, look)
    }
    look()
  })
  return { idle, stop: () => timer?.cancel() }
}
