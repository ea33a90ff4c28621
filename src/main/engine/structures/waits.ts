/** Waits for time and for work, by the engine's clock. A wait that is over leaves no timer and no listener. */
import { durationText } from '#contract/text/durationText'
import type { Clock } from '#engine/ports'

/** Waits, unless it is aborted: then it rejects with the signal's reason. */
export function pause(clock: Clock, delayMs: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      timer.cancel()
      reject(signal?.reason as Error)
    }
    const timer = clock.after(delayMs, () => {
      signal?.removeEventListener('abort', abort)
      resolve()
    })
    if (signal?.aborted === true) abort()
    else signal?.addEventListener('abort', abort, { once: true })
  })
}

/**
 * Rejects when the work takes longer; the work itself goes on. `late`: the message for that, if there is a better one.
 */
export function within<T>(clock: Clock, limitMs: number, work: Promise<T>, late?: string): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = clock.after(limitMs, () => reject(new Error(late ?? `not done within ${durationText(limitMs)}`)))
    work.then(resolve, reject).finally(() => timer.cancel())
  })
}

/** Resolves when the work is over, however it ended, and at the latest after the limit. Rejects when it is aborted. */
export async function settledWithin(
  clock: Clock,
  limitMs: number,
  work: Promise<unknown>,
  signal?: AbortSignal,
): Promise<void> {
  const waiting = new AbortController()
  const limit = pause(clock, limitMs, signal === undefined ? waiting.signal : AbortSignal.any([waiting.signal, signal]))
  const end = () => waiting.abort()
  void work.then(end, end)
  await limit.catch((reason: unknown) => {
    if (!waiting.signal.aborted) throw reason
  })
}
