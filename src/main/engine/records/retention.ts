/**
 * Removes old records to keep within the limits of age, number and size, in small steps that let other work run in
 * between.
 */
import type { EngineSettings } from '#contract/setting'
import type { Clock, Log, Timer } from '#engine/ports'
import { firstIdAt } from '#engine/records/callId'
import type { KeptFiles } from '#engine/records/keptFiles'
import type { CallStore } from '#engine/store/calls/callStore'

export interface RetentionOptions {
  readonly store: Pick<CallStore, 'count' | 'prune' | 'pruneRuns'>
  readonly files: Pick<KeptFiles, 'remove' | 'sweep'>
  readonly settings: () => EngineSettings
  readonly background: { run(what: string, work: () => Promise<unknown>): void }
  readonly pause: () => Promise<void>
  readonly clock: Clock
  readonly log: Log
}

const everyMs = 10 * 60_000
/** How many rows one statement removes. */
const step = 100
const dayMs = 86_400_000

export class Retention {
  readonly #options: RetentionOptions
  #timer: Timer | null = null
  #closed = false

  constructor(options: RetentionOptions) {
    this.#options = options
  }

  /** Removes old records regularly, until `close`. */
  start(): void {
    this.#timer = this.#options.clock.after(everyMs, () =>
      this.#options.background.run('remove old records', async () => {
        await this.apply()
        if (!this.#closed) this.start()
      }),
    )
  }

  close(): void {
    this.#closed = true
    this.#timer?.cancel()
  }

  async apply(): Promise<void> {
    const { store, files, settings, clock, log } = this.#options
    const { keepCallsDays, keepCallsCount, keepLargeMb } = settings()
    const oldest = clock.now() - keepCallsDays * dayMs
    const tooOld = await this.#prune(firstIdAt(oldest), Number.POSITIVE_INFINITY)
    const tooMany = await this.#prune(null, (await store.count()) - keepCallsCount)
    await store.pruneRuns(oldest)
    const removedFiles = await files.sweep(keepLargeMb * 1_000_000, firstIdAt(oldest))
    if (tooOld + tooMany + removedFiles > 0)
      log.info({ tooOld, tooMany, files: removedFiles }, 'old records of calls were removed')
  }

  async #prune(beforeId: string | null, maxRemoved: number): Promise<number> {
    const { store, files, pause } = this.#options
    let removed = 0
    while (removed < maxRemoved && !this.#closed) {
      const gone = await store.prune(beforeId, Math.min(step, maxRemoved - removed))
      await files.remove(gone.filter((call) => call.hasFiles).map((call) => call.id))
      removed += gone.length
      if (gone.length === 0) break
      await pause()
    }
    return removed
  }
}
