/** A clock that stands still until a test moves it. */
import type { Clock } from '#engine/ports'

export interface ManualClock extends Clock {
  /** Advances the time. Runs the timers that fall due in order of time, including those that other timers create. */
  advance(ms: number): void
  /** Moves the time of day by this much. No timer falls due because of this. */
  jump(ms: number): void
  /** The number of pending timers. */
  readonly waiting: number
}

interface Waiting {
  readonly at: number
  readonly callback: () => void
}

export function manualClock(startAt = 1_700_000_000_000): ManualClock {
  let now = startAt
  let jumpedMs = 0
  const timers = new Set<Waiting>()
  const nextDue = (until: number) =>
    [...timers].filter((timer) => timer.at <= until).sort((one, other) => one.at - other.at)[0]
  return {
    now: () => now + jumpedMs,
    elapsed: () => now,
    jump: (ms) => void (jumpedMs += ms),
    after(delayMs, callback) {
      const timer = { at: now + Math.max(0, delayMs), callback }
      timers.add(timer)
      return { cancel: () => void timers.delete(timer) }
    },
    advance(ms) {
      const end = now + ms
      for (let due = nextDue(end); due !== undefined; due = nextDue(end)) {
        timers.delete(due)
        now = due.at
        due.callback()
      }
      now = end
    },
    get waiting() {
      return timers.size
    },
  }
}
