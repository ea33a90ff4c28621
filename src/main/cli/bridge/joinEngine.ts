/**
 * Finds a data folder's engine for a bridge, or starts one. Bridges that do so at the same time all find the same
 * engine.
 */
import { setTimeout as delay } from 'node:timers/promises'
import type { Duplex } from 'node:stream'
import { AppError } from '#contract/errors'

export interface StartedEngine {
  /** Null while the engine is running. An engine that exited because another was faster has not failed. */
  readonly ended: { readonly failure: string | null } | null
  /** Lets the engine keep running after this process has exited. */
  release(): void
}

export interface EngineFinder {
  /** Connects to the running engine; null if there is none. */
  readonly connect: () => Promise<Duplex | null>
  readonly start: () => StartedEngine
}

const pollMs = 25
/** How long to wait for a started engine. It opens its control socket in a second, or once another engine exited. */
const maxStartMs = 30_000
const maxSuccessionMs = 10_000

/** `successor`: another engine is about to start, so this function waits for it before it starts one. */
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
