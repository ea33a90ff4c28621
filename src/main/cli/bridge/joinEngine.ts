/**
 * Finds the engine of a data folder for a bridge, or starts one. If several bridges do so at once, all find the same.
 */
import { setTimeout as delay } from 'node:timers/promises'
import type { Duplex } from 'node:stream'
import { AppError } from '#contract/errors'

export interface StartedEngine {
  /** Null while it runs. It also ends if another engine was faster, which is not a failure. */
  readonly ended: { readonly failure: string | null } | null
  /** Lets it run on without us. */
  release(): void
}

export interface EngineFinder {
  /** Null if no engine is there. */
  readonly connect: () => Promise<Duplex | null>
  readonly start: () => StartedEngine
}

const pollMs = 25
/** An engine opens its door within a second, or later if it must wait for another to close. */
const maxStartMs = 30_000
const maxSuccessionMs = 10_000

/** `successor`: another engine is about to start, so none is started at first. */
export async function joinEngine(finder: EngineFinder, successor: boolean, signal: AbortSignal): Promise<Duplex> {
  let started: StartedEngine | null = null
  try {
    for (let waitedMs = 0; waitedMs < maxStartMs; waitedMs += pollMs) {
      const stream = await finder.connect()
      if (stream !== null) return stream
      const failure = started?.ended?.failure ?? null
      if (failure !== null) throw new AppError('SERVER_UNAVAILABLE', `Could not start Switchboard: ${failure}`)
      const mayStart = !successor || waitedMs >= maxSuccessionMs
      if (mayStart && (started === null || started.ended !== null)) started = finder.start()
      await delay(pollMs, undefined, { signal })
    }
    throw new AppError('SERVER_UNAVAILABLE', 'Switchboard started but is not responding.')
  } finally {
    started?.release()
  }
}
