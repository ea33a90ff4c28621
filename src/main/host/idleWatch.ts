/** Tells when nobody has used an engine for some time. It looks now and then: nothing has to report each use. */
import type { Clock, Timer } from '#engine/ports'

export interface Use {
  /** Those who are connected or wait for an answer. */
  readonly open: number
  /** Uses that ever began, so that none is missed between two looks. */
  readonly begun: number
}

export interface IdleWatch {
  /** Resolves once. */
  readonly idle: Promise<void>
  /** Ends the watch without that. */
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
