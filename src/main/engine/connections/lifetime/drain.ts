/** Waits, with a time limit, for the calls in progress in a session that is about to be stopped. */
import type { Session } from '#engine/connections/session/session'
import type { Clock } from '#engine/ports'

export interface Drain {
  /** Resolves when the last call has its answer, when the time is up, or after `cutShort`. */
  readonly done: Promise<void>
  cutShort(): void
}

export function drain(session: Session, withinMs: number, clock: Clock): Drain {
  if (session.pendingCount === 0 || withinMs === 0) return { done: Promise.resolve(), cutShort: () => undefined }
  let cutShort: () => void = () => undefined
  const done = new Promise<void>((resolve) => {
    cutShort = () => {
      timer.cancel()
      session.onIdle = null
      resolve()
    }
    const timer = clock.after(withinMs, cutShort)
    session.onIdle = cutShort
  })
  return { done, cutShort }
}
