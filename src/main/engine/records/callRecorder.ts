/**
 * Takes in settled calls and writes them in batches, off the way of the calls. It loses what came in since the last
 * batch when the process is killed, and, counted, the oldest when more come in than can be written.
 */
import { AppError, messageOf } from '#contract/errors'
import type { EngineSettings } from '#contract/setting'
import type { Clock, Log, Timer } from '#engine/ports'
import { Backlog, type BacklogLimits } from '#engine/records/backlog'
import type { CallIds } from '#engine/records/callId'
import type { CallRowMaker } from '#engine/records/callRows'
import { roughWeight } from '#engine/records/roughWeight'
import type { OpenRun, Runs } from '#engine/records/runs'
import type { CallFacts, CallTarget, Outcome, Recorder } from '#engine/router/recorder'
import type { CallBatch, CallRow, CallStore, RunRow } from '#engine/store/callStore'

export interface CallRecorderOptions {
  readonly store: Pick<CallStore, 'write'>
  readonly rows: CallRowMaker
  readonly ids: CallIds
  readonly runs: Runs
  readonly settings: () => EngineSettings
  readonly background: { run(what: string, work: () => Promise<unknown>): void }
  readonly pause: () => Promise<void>
  readonly limits?: BacklogLimits
  readonly clock: Clock
  readonly log: Log
}

/** What a record is made of, and no more: whatever hangs on a call beside it shall not live as long as the batch. */
export interface SettledCall {
  readonly name: string
  readonly args: unknown
  readonly target: CallTarget | null
  readonly run: OpenRun
  readonly recordId: string | null
  readonly edited: boolean
  readonly outcome: Outcome
  readonly startedAt: number
  readonly durationMs: number
  readonly weight: number
}

/**
 * Whatever is in it, a batch costs something, so that it must not come too soon. What waits longer is moved to the old
 * part of the heap, which makes the heap grow; and it is lost when the process is killed.
 */
const batchMs = 25
/** How long after a failure to write it is tried again. */
const retryMs = 1_000
const mostInBatch = { items: 500, weight: 4_000_000 }
/** Rows that are made in one go, when they are small. */
const stride = 64
const defaultLimits: BacklogLimits = { items: 20_000, weight: 128_000_000 }

export class CallRecorder implements Recorder {
  readonly #options: CallRecorderOptions
  readonly #backlog: Backlog<SettledCall>
  #timer: Timer | null = null
  #writing: Promise<void> | null = null
  /** Made already, and not written yet because the store refused it for the moment. */
  #unwritten: CallBatch | null = null
  #toldDropped = 0
  #taken = 0
  #closed = false

  constructor(options: CallRecorderOptions) {
    this.#options = options
    this.#backlog = new Backlog(options.limits ?? defaultLimits)
  }

  /** Settled calls that wait for their batch. */
  get waiting(): number {
    return this.#backlog.size
  }

  /** Calls that were never recorded because too many came in at once. */
  get dropped(): number {
    return this.#backlog.dropped
  }

  async begin(facts: CallFacts): Promise<string | null> {
    const { settings, ids, runs, rows, store } = this.#options
    if (settings().recording === 'off') return null
    const id = ids.make(facts.startedAt)
    const { startedAt, target, call, edited } = facts
    const run = runs.of(call.caller, startedAt)
    const row = await rows.running(id, run.row.id, {
      name: call.params.name,
      args: call.params.arguments,
      startedAt,
      target,
      edited,
    })
    await store.write({ runs: [runRow(run)], added: [row], finished: [] })
    return id
  }

  settled(facts: CallFacts, outcome: Outcome): void {
    const { settings, clock, runs } = this.#options
    const { call, target, recordId, startedAt, edited } = facts
    if (settings().recording === 'off' && recordId === null) return
    const { name, arguments: args } = call.params
    const run = runs.of(call.caller, startedAt)
    const weight = roughWeight(args) + ('result' in outcome ? roughWeight(outcome.result) : 0)
    this.#backlog.add(
      { name, args, target, run, recordId, edited, outcome, startedAt, durationMs: clock.now() - startedAt, weight },
      weight,
    )
    if (this.#writing === null) this.#writeAfter(batchMs)
  }

  /** Writes everything that has come in; what cannot be written now is lost, and said to be. */
  async close(): Promise<void> {
    this.#closed = true
    this.#timer?.cancel()
    this.#timer = null
    if (this.#writing !== null) await this.#writing
    await this.#writeAll()
    const lost = this.#backlog.size + (this.#unwritten?.added.length ?? 0) + (this.#unwritten?.finished.length ?? 0)
    if (lost > 0) this.#options.log.error({ calls: lost }, 'calls could not be recorded before the end')
  }

  #writeAfter(delayMs: number): void {
    if (this.#closed || this.#timer !== null) return
    this.#timer = this.#options.clock.after(delayMs, () => {
      this.#timer = null
      this.#options.background.run('record calls', () => this.#writeAll())
    })
  }

  #writeAll(): Promise<void> {
    this.#writing ??= this.#writeBatches().finally(() => {
      this.#writing = null
      if (this.#unwritten !== null) this.#writeAfter(retryMs)
      else if (this.#backlog.size > 0) this.#writeAfter(batchMs)
    })
    return this.#writing
  }

  /** What waits now. What comes in meanwhile waits for more, or each short batch would be followed by a shorter one. */
  async #writeBatches(): Promise<void> {
    const { store, log } = this.#options
    const last = this.#taken + this.#backlog.size
    while (this.#unwritten !== null || this.#taken < last || this.#closed) {
      const batch = this.#unwritten ?? (await this.#nextBatch())
      if (batch === null) return
      try {
        await store.write(batch)
        this.#unwritten = null
      } catch (thrown) {
        if (isOutage(thrown)) {
          if (this.#unwritten === null)
            log.warn(
              { calls: this.#backlog.size, reason: messageOf(thrown) },
              'calls cannot be recorded for the moment',
            )
          this.#unwritten = batch
          return
        }
        this.#unwritten = null
        await this.#writeSingly(batch)
      }
    }
  }

  async #nextBatch(): Promise<CallBatch | null> {
    const taken = this.#backlog.take(mostInBatch.items, mostInBatch.weight)
    if (taken.length === 0) return null
    this.#taken += taken.length
    this.#tellDropped()
    const runs = new Set<OpenRun>()
    const added: CallRow[] = []
    const finished: CallRow[] = []
    const { ids, rows, pause } = this.#options
    for (const [place, { item, droppedBefore }] of taken.entries()) {
      const { recordId, run, startedAt } = item
      const id = recordId ?? ids.make(startedAt)
      runs.add(run)
      const row = rows.small(id, item, droppedBefore) ?? (await rows.settled(id, item, droppedBefore))
      if (recordId === null) added.push(row)
      else finished.push(row)
      if (place % stride === stride - 1) await pause()
    }
    return { runs: [...runs].map(runRow), added, finished }
  }

  /** One row that the database will never take must not keep the others out. */
  async #writeSingly({ runs, added, finished }: CallBatch): Promise<void> {
    const singles = [
      ...added.map((row) => ({ runs, added: [row], finished: [] })),
      ...finished.map((row) => ({ runs, added: [], finished: [row] })),
    ]
    for (const single of singles)
      await this.#options.store.write(single).catch((thrown: unknown) => {
        const [row] = [...single.added, ...single.finished]
        this.#options.log.error({ call: row?.id, reason: messageOf(thrown) }, 'a call could not be recorded')
      })
  }

  #tellDropped(): void {
    const dropped = this.#backlog.dropped - this.#toldDropped
    if (dropped === 0) return
    this.#toldDropped = this.#backlog.dropped
    this.#options.log.warn({ calls: dropped }, 'calls were not recorded: too many came in at once')
  }
}

function runRow({ row, lastCallAt }: OpenRun): RunRow {
  return { ...row, lastCallAt }
}

function isOutage(thrown: unknown): boolean {
  return thrown instanceof AppError && thrown.code === 'STORE_UNREADABLE'
}
