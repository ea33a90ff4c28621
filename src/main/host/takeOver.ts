/** Starts a host on a data folder that another engine may have. An engine that no person started leaves for it. */
import { setTimeout as delay } from 'node:timers/promises'
import { AppError } from '#contract/errors'
import type { LeaveAnswer } from '#main/host/control/controlPaths'
import type { RunningHost } from '#main/host/host'

export interface TakeOver {
  readonly start: () => Promise<RunningHost>
  /** Null if no engine is running. */
  readonly askToLeave: () => Promise<LeaveAnswer | null>
}

export interface Holder {
  readonly kind: 'desktop' | 'headless'
  readonly pid: number
}

const pollMs = 100
/** How long to wait for a leaving engine, which gives running requests 30 s, and its servers some more time. */
const maxMs = 45_000

/** Rejects with ENGINE_RUNNING if the other engine stays. `holderOf` then says which engine that is. */
export async function startTakingOver({ start, askToLeave }: TakeOver): Promise<RunningHost> {
  for (let waitedMs = 0; ; waitedMs += pollMs) {
    try {
      return await start()
    } catch (thrown) {
      if (!isHeld(thrown) || waitedMs >= maxMs) throw thrown
      // Asks at every try, because a disconnected bridge may have started another engine since.
      const answer = await askToLeave()
      if (answer?.leaving === false && answer.holder !== 'moment') {
        const holder: Holder = { kind: answer.holder, pid: answer.pid }
        throw new AppError('ENGINE_RUNNING', thrown.message, { data: holder, cause: thrown })
      }
    }
    await delay(pollMs)
  }
}

/** The engine that keeps the folder; null for any other error. */
export function holderOf(thrown: unknown): Holder | null {
  if (!isHeld(thrown)) return null
  const { kind, pid } = Object(thrown.data) as Partial<Holder>
  return kind === undefined || pid === undefined ? null : { kind, pid }
}

function isHeld(thrown: unknown): thrown is AppError {
  return thrown instanceof AppError && thrown.code === 'ENGINE_RUNNING'
}
