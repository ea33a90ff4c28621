/**
 * Assigns calls to runs. A client with a session has one run for as long as the session lives. Without a session, a
 * client is identified by its key, and its run ends after a long idle time. The number of runs is limited: the run idle
 * longest is forgotten first.
 */
import type { CallIds } from '#engine/records/callId'
import type { Caller } from '#engine/router/call'
import { mended } from '#engine/store/database/storableText'
import type { RunRow } from '#engine/store/calls/callStore'

const idleMs = 30 * 60_000
const maxRuns = 5_000
const maxNameLength = 200

/** An open run. It stays the same object, because calls that are waiting to be recorded refer to it. */
export interface OpenRun {
  readonly row: Omit<RunRow, 'lastCallAt'>
  lastCallAt: number
}

export class Runs {
  readonly #ids: CallIds
  readonly #engine: string
  /** The open runs, by the caller's key or by the run that the caller names. The most recently used one is last. */
  readonly #open = new Map<string, OpenRun>()
  #last: OpenRun | null = null

  constructor(ids: CallIds, engine: string) {
    this.#ids = ids
    this.#engine = engine
  }

  of(caller: Caller, at: number): OpenRun {
    const key = caller.identity?.run ?? caller.key
    let run = this.#open.get(key)
    if (run === undefined || (caller.identity?.hasSession !== true && at - run.lastCallAt > idleMs))
      run = { row: this.#begin(caller, at), lastCallAt: at }
    run.lastCallAt = Math.max(run.lastCallAt, at)
    if (run === this.#last) return run
    this.#last = run
    this.#open.delete(key)
    this.#open.set(key, run)
    if (this.#open.size > maxRuns) this.#forgetIdlest()
    return run
  }

  #forgetIdlest(): void {
    const [idlest] = this.#open.keys()
    if (idlest !== undefined) this.#open.delete(idlest)
  }

  #begin(caller: Caller, at: number): Omit<RunRow, 'lastCallAt'> {
    return {
      id: this.#ids.make(at),
      engine: this.#engine,
      kind: caller.identity?.kind ?? 'client',
      // The owner's name for the client takes precedence over the client's own.
      clientName: shortened(caller.knownAs ?? caller.identity?.name),
      clientVersion: shortened(caller.identity?.version),
      startedAt: at,
    }
  }
}

function shortened(text: string | null | undefined): string | null {
  return text === undefined || text === null ? null : mended(text.slice(0, maxNameLength))
}
