/** Waits for time or for work, by the engine's clock. When a wait is over, no timer and no listener is left. */
import { durationText } from '#contract/text/durationText'
import type { Clock } from '#engine/ports'

/** Resolves after the delay. If `signal` is aborted, rejects with its reason. */
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

/** Rejects if the work takes longer than the limit. The work itself continues. `late`: a message for that case. */
export function within<T>(clock: Clock, limitMs: number, work: Promise<T>, late?: string): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = clock.after(limitMs, () => reject(new Error(late ?? `not done within ${durationText(limitMs)}`)))
    work.then(resolve, reject).finally(() => timer.cancel())
  })
}

/** Resolves when the work has ended in any way, or after the limit. Rejects if `signal` is aborted. */
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
