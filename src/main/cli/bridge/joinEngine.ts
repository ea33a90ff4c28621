/** Finds the engine of a data folder for a bridge, or has one started; of several bridges that do so at once, all find one. */
import { setTimeout as delay } from 'node:timers/promises'
import type { Duplex } from 'node:stream'
import { AppError } from '#contract/errors'

export interface StartedEngine {
  /** Null while it runs; it also ends when another engine was faster, which is no failure. */
  readonly ended: { readonly failure: string | null } | null
  /** It goes on without us. */
  release(): void
}

export interface EngineFinder {
  /** Null when no engine is there. */
  readonly connect: () => Promise<Duplex | null>
  readonly start: () => StartedEngine
}

const pollMs = 25
/** An engine opens its door within a second; one that has to wait for another to close takes longer. */
const longestStartMs = 30_000
const longestSuccessionMs = 10_000

/** `successor`: another engine is about to be there, so that none has to be started at first. */
export async function joinEngine(finder: EngineFinder, successor: boolean, signal: AbortSignal): Promise<Duplex> {
  let started: StartedEngine | null = null
  try {
    for (let waitedMs = 0; waitedMs < longestStartMs; waitedMs += pollMs) {
      const stream = await finder.connect()
      if (stream !== null) return stream
      const failure = started?.ended?.failure ?? null
      if (failure !== null) throw new AppError('SERVER_UNAVAILABLE', `Switchboard could not be started: ${failure}`)
      const mayStart = !successor || waitedMs >= longestSuccessionMs
      if (mayStart && (started === null || started.ended !== null)) started = finder.start()
      await delay(pollMs, undefined, { signal })
    }
    throw new AppError('SERVER_UNAVAILABLE', 'Switchboard was started but does not answer.')
  } finally {
    started?.release()
  }
}
