/** Starts a host on a data folder that another engine may hold: whoever runs for nobody in particular makes room. */
import { setTimeout as delay } from 'node:timers/promises'
import { AppError } from '#contract/errors'
import type { LeaveAnswer } from '#main/host/control/controlPaths'
import type { RunningHost } from '#main/host/host'

export interface TakeOver {
  readonly start: () => Promise<RunningHost>
  /** Null when nobody is there to be asked. */
  readonly askToLeave: () => Promise<LeaveAnswer | null>
}

export interface Holder {
  readonly kind: 'desktop' | 'headless'
  readonly pid: number
}

const pollMs = 100
/** An engine that leaves gives what is under way 30 s, and its servers some more to end. */
const longestMs = 45_000

/** Rejects with ENGINE_RUNNING when the holder stays: `holderOf` then says who that is. */
export async function startTakingOver({ start, askToLeave }: TakeOver): Promise<RunningHost> {
  for (let waitedMs = 0; ; waitedMs += pollMs) {
    try {
      return await start()
    } catch (thrown) {
      if (!isHeld(thrown) || waitedMs >= longestMs) throw thrown
      // Asked each time: another may have been started meanwhile by a bridge that had nowhere to go.
      const answer = await askToLeave()
      if (answer?.leaving === false && answer.holder !== 'moment') {
        const holder: Holder = { kind: answer.holder, pid: answer.pid }
        throw new AppError('ENGINE_RUNNING', thrown.message, { data: holder, cause: thrown })
      }
    }
    await delay(pollMs)
  }
}

/** Who holds the folder and stays; null when this is about something else. */
export function holderOf(thrown: unknown): Holder | null {
  if (!isHeld(thrown)) return null
  const { kind, pid } = Object(thrown.data) as Partial<Holder>
  return kind === undefined || pid === undefined ? null : { kind, pid }
}

function isHeld(thrown: unknown): thrown is AppError {
  return thrown instanceof AppError && thrown.code === 'ENGINE_RUNNING'
}
