/** The time of the machine. */
import type { Clock } from '#engine/ports'

export const systemClock: Clock = {
  now: () => Date.now(),
  after(delayMs, callback) {
    const timeout = setTimeout(callback, delayMs)
    timeout.unref()
    return { cancel: () => clearTimeout(timeout) }
  },
}
