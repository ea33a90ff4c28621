/** Detects that the machine has slept, by a jump of the clock between two ticks. */
import { hasSlept, wakeTickMs } from '#engine/connections/lifetime/wake'
import type { Clock, Timer } from '#engine/ports'

/** Returns a function that stops the watch. */
export function watchForWake(clock: Clock, onWake: () => void): () => void {
  let last = clock.now()
  let timer: Timer
  const tick = () => {
    const now = clock.now()
    const slept = hasSlept(last, now)
    last = now
    timer = clock.after(wakeTickMs, tick)
    if (slept) onWake()
  }
  timer = clock.after(wakeTickMs, tick)
  return () => timer.cancel()
}
