/** Waits, unless it is called off: then it rejects with the signal's reason. */
import type { Clock } from '#engine/ports'

export function pause(delayMs: number, clock: Clock, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      timer.cancel()
      reject(signal.reason as Error)
    }
    const timer = clock.after(delayMs, () => {
      signal.removeEventListener('abort', abort)
      resolve()
    })
    if (signal.aborted) abort()
    else signal.addEventListener('abort', abort, { once: true })
  })
}
