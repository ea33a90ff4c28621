/** A clock that runs as usual and can be moved ahead: what falls due meanwhile runs at once, the rest a little later. */
import type { Clock } from '#engine/ports'

export interface MovableClock extends Clock {
  /** Both clocks move, as in a long run. */
  advance(ms: number): void
  /** The time of day alone: the machine slept, or somebody set its clock. */
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
    // `Date.now` may be moved by the test as well, for libraries that know no other clock.
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
