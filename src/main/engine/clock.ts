/** The machine's time. */
import { AwakeTime } from '#engine/policies/awakeTime'
import type { Clock, Timer } from '#engine/ports'

const awake = new AwakeTime(performance.now())
/** How often the clock is read: often enough to distinguish sleep from a busy moment. */
const tickMs = 5_000
let ticking: NodeJS.Timeout | null = null

/** Subtracts sleep, which some systems count: otherwise every time limit would be over on waking. */
function elapsed(): number {
  ticking ??= setInterval(() => awake.at(performance.now()), tickMs).unref()
  return awake.at(performance.now())
}

export const systemClock: Clock = {
  now: () => Date.now(),
  elapsed,
  after(delayMs, callback): Timer {
    const dueAt = elapsed() + delayMs
    const fire = () => {
      const leftMs = dueAt - elapsed()
      if (leftMs <= earlyMs) callback()
      else timeout = setTimeout(fire, leftMs).unref()
    }
    let timeout = setTimeout(fire, delayMs).unref()
    return { cancel: () => clearTimeout(timeout) }
  },
}

/** A timer that fires this much too early counts as on time. */
const earlyMs = 2
