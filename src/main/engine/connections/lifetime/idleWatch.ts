/** Checks a session at intervals. Reports once when the session has been unused for too long. */
import { type Idleness, judgeIdleness, type Use } from '#engine/connections/lifetime/idleness'
import type { Clock, Timer } from '#engine/ports'

export interface IdleWatchOptions {
  readonly clock: Clock
  readonly use: () => Use
  /** How long the session may be unused. Null: without limit. */
  readonly limitMs: () => number | null
  readonly onIdle: () => void
}

export class IdleWatch {
  readonly #options: IdleWatchOptions
  #idleness: Idleness
  #timer: Timer | null = null

  constructor(options: IdleWatchOptions) {
    this.#options = options
    this.#idleness = { count: options.use().count, since: options.clock.elapsed() }
    this.#look()
  }

  end(): void {
    this.#timer?.cancel()
    this.#timer = null
  }

  readonly #look = (): void => {
    const { clock, use, limitMs, onIdle } = this.#options
    const { idleness, verdict } = judgeIdleness(this.#idleness, use(), clock.elapsed(), limitMs())
    this.#idleness = idleness
    if (verdict.kind === 'lookAgain') this.#timer = clock.after(verdict.afterMs, this.#look)
    else onIdle()
  }
}
