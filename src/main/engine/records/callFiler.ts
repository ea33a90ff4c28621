/**
 * Moves recorded calls from the journal into the store: soon while there are few calls, and immediately when records
 * are read.
 */
import { AppError, messageOf } from '#contract/errors'
import type { Clock, Log, Timer } from '#engine/ports'
import type { CallJournal } from '#engine/records/callJournal'
import { isTimeToFile } from '#engine/records/filingPace'
import type { JournalBatch } from '#engine/records/journalText'
import type { CallStore } from '#engine/store/calls/callStore'

export interface CallFilerOptions {
  readonly journal: Pick<CallJournal, 'bytes' | 'next' | 'removeNext'>
  readonly store: Pick<CallStore, 'write'>
  readonly background: { run(what: string, work: () => Promise<unknown>): void }
  readonly pause: () => Promise<void>
  readonly clock: Clock
  readonly log: Log
}

type Ending = 'done' | 'putOff' | 'down'

/** How often to check whether few enough calls are arriving to file them. */
const lookMs = 250
/** The delay before a retry after a failed write. */
const retryMs = 1_000

export class CallFiler {
  readonly #options: CallFilerOptions
  #timer: Timer | null = null
  #filing: Promise<void> | null = null
  /** How many readers are waiting for all calls to be filed. While there are any, filing is not postponed. */
  #asking = 0
  #recent = 0
  #lookedAt: number
  #isDown = false
  #closed = false

  constructor(options: CallFilerOptions) {
    this.#options = options
    this.#lookedAt = options.clock.elapsed()
  }

  /** Call this when `calls` more calls are in the journal. */
  came(calls: number): void {
    this.#recent += calls
    if (this.#timer === null && this.#filing === null) this.#look()
  }

  /** Resolves when everything that was in the journal is filed, or when the store turns out to be down. */
  async fileAll(): Promise<void> {
    this.#asking += 1
    try {
      // Filing that is under way may already have counted the journal without the newest calls.
      await this.#filing
      await this.#file()
    } finally {
      this.#asking -= 1
    }
  }

  async close(): Promise<void> {
    this.#closed = true
    this.#timer?.cancel()
    this.#timer = null
    await this.fileAll()
    const { journal, log } = this.#options
    if (journal.bytes > 0) log.warn({ bytes: journal.bytes }, 'recorded calls stay in the journal until the next start')
  }

  /** Starts filing in the background, or checks again later if many calls are arriving. */
  #look(): void {
    if (this.#closed) return
    const { background } = this.#options
    if (this.#isTime()) background.run('file calls', () => this.#file())
    else this.#lookAfter(lookMs)
  }

  #isTime(): boolean {
    const { clock, journal } = this.#options
    const now = clock.elapsed()
    const traffic = { recent: this.#recent, spanMs: now - this.#lookedAt, unfiledBytes: journal.bytes }
    this.#recent = 0
    this.#lookedAt = now
    return isTimeToFile(traffic)
  }

  #lookAfter(delayMs: number): void {
    if (this.#closed) return
    this.#timer ??= this.#options.clock.after(delayMs, () => {
      this.#timer = null
      if (this.#filing === null) this.#look()
    })
  }

  #file(): Promise<void> {
    this.#filing ??= this.#fileBatches().then(
      (ending) => this.#goOn(ending),
      (thrown: unknown) => {
        this.#goOn('down')
        throw thrown
      },
    )
    return this.#filing
  }

  #goOn(after: Ending): void {
    this.#filing = null
    if (this.#options.journal.bytes === 0) return
    if (after === 'done') this.#look()
    else this.#lookAfter(after === 'down' ? retryMs : lookMs)
  }

  async #fileBatches(): Promise<Ending> {
    const { journal, clock, pause } = this.#options
    // Calls that arrive meanwhile are left for the next time. Otherwise filing might never end.
    for (let left = journal.bytes; ;) {
      const batch = await journal.next()
      if (batch === null) return 'done'
      if (!(await this.#fileBatch(batch))) return 'down'
      left -= await journal.removeNext()
      if (left <= 0) return 'done'
      if (this.#asking === 0 && clock.elapsed() - this.#lookedAt >= lookMs && !this.#isTime()) return 'putOff'
      await pause()
    }
  }

  /** Returns false if the store is temporarily down. */
  async #fileBatch(batch: JournalBatch): Promise<boolean> {
    const { log } = this.#options
    try {
      await this.#write(batch)
      this.#isDown = false
      return true
    } catch (thrown) {
      if (!isOutage(thrown)) throw thrown
      if (!this.#isDown) log.warn({ reason: messageOf(thrown) }, 'calls cannot be filed at the moment')
      this.#isDown = true
      return false
    }
  }

  /**
   * Writes a batch. If the database refuses it, its calls are written one by one, so that a bad call does not block the
   * others.
   */
  async #write(batch: JournalBatch): Promise<void> {
    const { store, log } = this.#options
    try {
      await store.write(batch)
    } catch (thrown) {
      const [call, ...others] = batch.calls
      if (isOutage(thrown) || call === undefined) throw thrown
      if (others.length > 0) for (const one of batch.calls) await this.#write({ ...batch, calls: [one] })
      else log.error({ call: call.id, reason: messageOf(thrown) }, 'a call could not be recorded')
    }
  }
}

function isOutage(thrown: unknown): boolean {
  return thrown instanceof AppError && thrown.code === 'STORE_UNREADABLE'
}
