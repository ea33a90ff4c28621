/** A clock that runs normally and can be moved ahead. Timers that become due run immediately. */
import type { Clock } from '#engine/ports'

export interface MovableClock extends Clock {
  /** Moves the elapsed time and the time of day, as the passing of time does. */
  advance(ms: number): void
  /** Moves only the time of day, as if the machine had slept or its clock had been set. */
  jump(ms: number): void
}

interface Waiting {
  readonly at: number
  readonly callback: () => void
  timer: NodeJS.Timeout
}

export function movableClock(): MovableClock {
  let aheadMs = 0
  let jumpedMs = 0
  const startedAt = Date.now() - performance.now()
  const waiting = new Set<Waiting>()
  const elapsed = () => performance.now() + aheadMs
  const begin = (at: number, run: () => void) => setTimeout(run, Math.max(0, at - elapsed())).unref()
  const run = (entry: Waiting) => {
    clearTimeout(entry.timer)
    if (waiting.delete(entry)) entry.callback()
  }
  return {
    elapsed,
    // The test may also move `Date.now`, for libraries that use it directly.
    now: () => Math.floor(startedAt + elapsed() + jumpedMs),
    after(delayMs, callback) {
      const at = elapsed() + Math.max(0, delayMs)
      const entry: Waiting = { at, callback, timer: begin(at, () => run(entry)) }
      waiting.add(entry)
      return {
        cancel: () => {
          waiting.delete(entry)
          clearTimeout(entry.timer)
        },
      }
    },
    advance(ms) {
      aheadMs += ms
      for (const entry of [...waiting].sort((one, other) => one.at - other.at)) {
        if (entry.at <= elapsed()) run(entry)
        else if (waiting.has(entry)) {
          clearTimeout(entry.timer)
          entry.timer = begin(entry.at, () => run(entry))
        }
      }
    },
    jump: (ms) => void (jumpedMs += ms),
  }
}
