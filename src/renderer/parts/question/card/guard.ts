/**
 * Blocks answers for a moment after a card appeared or moved, because the click or the key was meant for what was there
 * before. The clock is injected.
 */
export const guardMs = 300

export interface GuardClock {
  /** Runs `run` once after `delayMs`. Returns a function that cancels it. */
  after(delayMs: number, run: () => void): () => void
}

export interface Guard {
  readonly isArmed: () => boolean
  readonly subscribe: (listener: () => void) => () => void
  /** Starts the wait again, because something moved. */
  readonly disturb: () => void
}

export function createGuard(clock: GuardClock, waitMs = guardMs): Guard {
  let armed = false
  let stop: () => void = () => undefined
  const listeners = new Set<() => void>()
  const set = (next: boolean) => {
    if (next === armed) return
    armed = next
    for (const listener of listeners) listener()
  }
  const disturb = () => {
    stop()
    set(false)
    stop = clock.after(waitMs, () => set(true))
  }
  return {
    isArmed: () => armed,
    subscribe(listener) {
      listeners.add(listener)
      if (listeners.size === 1) disturb()
      return () => {
        listeners.delete(listener)
        if (listeners.size === 0) stop()
      }
    },
    disturb,
  }
}
