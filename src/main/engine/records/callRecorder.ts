/**
 * Collects settled calls and writes them to the journal in batches, so that no call waits for a write. A killed process
 * loses the calls since the last batch. If calls come faster than they can be written, the oldest are dropped and
 * counted.
 */
import { messageOf } from '#contract/errors'
import type { EngineSettings } from '#contract/setting'
import type { Clock, Log, Timer } from '#engine/ports'
import { Backlog, type BacklogLimits, type Taken } from '#engine/records/backlog'
import type { CallJournal } from '#engine/records/callJournal'
import type { CallIds } from '#engine/records/callId'
import type { CallRowMaker } from '#engine/records/callRows'
import type { JournalBatch } from '#engine/records/journalText'
import { shortJson } from '#engine/records/recordedText'
import { roughWeight } from '#engine/records/roughWeight'
import type { OpenRun, Runs } from '#engine/records/runs'
import type { SettledCall, SettledContent } from '#engine/records/settledCall'
import type { CallResult, WrittenResult } from '#engine/router/call'
import type { CallFacts, Outcome, Recorder } from '#engine/router/recorder'
import type { CallRow, CallStore, RunRow } from '#engine/store/calls/callStore'

export interface CallRecorderOptions {
  readonly journal: Pick<CallJournal, 'append'>
  /** Called with the number of calls added to the journal. */
  readonly onAdded: (calls: number) => void
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

/**
 * How long calls are collected for a batch. A batch has a fixed cost, so the time must not be too short. If it is too
 * long, waiting calls move to the garbage collector's old generation, which makes the heap grow, and a killed process
 * loses more of them.
 */
const batchMs = 25
/** The weight up to which a call is serialised immediately. */
const smallWeight = 4 * 1024
/** The delay before a retry after a failed write. */
const retryMs = 1_000
/**
 * The limits of a batch, which keep its text from becoming a large object. Large objects are freed late, and each full
 * garbage collection delays calls.
 */
const maxInBatch = { items: 100, weight: 4_000_000 }
/** The number of rows after which other work gets a turn. */
const stride = 64
const defaultLimits: BacklogLimits = { items: 20_000, weight: 128_000_000 }

export class CallRecorder implements Recorder {
  readonly #options: CallRecorderOptions
  readonly #backlog: Backlog<SettledCall>
  #timer: Timer | null = null
  #writing: Promise<void> | null = null
  /** Batches that the disk refused and that are still to be written. */
  #unwritten: readonly JournalBatch[] = []
  #toldDropped = 0
  #taken = 0
  #closed = false

  constructor(options: CallRecorderOptions) {
    this.#options = options
    this.#backlog = new Backlog(options.limits ?? defaultLimits)
  }

  /** How many settled calls are waiting to be put into a batch. */
  get waiting(): number {
    return this.#backlog.size
  }

  async begin(facts: CallFacts): Promise<string | null> {
    const { settings, ids, runs, rows, store } = this.#options
    if (settings().recording === 'off') return null
    const id = ids.make(facts.startedAt)
    const { startedAt, projectId, target, call, edited } = facts
    const run = runs.of(call.caller, startedAt)
    const row = await rows.running(id, run.row.id, {
      name: call.params.name,
      args: call.params.arguments,
      startedAt,
      projectId,
      target,
      edited,
    })
    await store.write({ runs: [runRow(run)], calls: [row] })
    return id
  }

  settled(facts: CallFacts, outcome: Outcome): void {
    const { settings, clock, runs } = this.#options
    const { call, projectId, target, recordId, startedAt, begunAt, edited } = facts
    if (settings().recording === 'off' && recordId === null) return
    const run = runs.of(call.caller, startedAt)
    const args = call.params.arguments ?? {}
    const result = 'result' in outcome ? outcome.result : null
    const weight = roughWeight(args) + (result === null ? 0 : roughWeight(result))
    const settled: SettledCall = {
      name: call.params.name,
      projectId,
      target,
      run,
      recordId,
      edited,
      error: 'error' in outcome ? outcome.error : null,
      isError: result !== null && result['isError'] === true,
      content: contentOf(args, result, weight, call.written),
      startedAt,
      durationMs: Math.round(clock.elapsed() - begunAt),
      weight,
    }
    this.#backlog.add(settled)
    if (this.#writing === null) this.#writeAfter(batchMs)
  }

  /** Resolves when all settled calls are in the journal, or when the journal cannot be written. */
  async flush(): Promise<void> {
    // A write that is under way may not include the latest calls.
    await this.#writing
    await this.#writeAll()
  }

  /** Writes all settled calls. Those that cannot be written now are lost, which is logged. */
  async close(): Promise<void> {
    this.#closed = true
    this.#timer?.cancel()
    this.#timer = null
    await this.flush()
    const lost = this.#backlog.size + callsOf(this.#unwritten)
    if (lost > 0) this.#options.log.error({ calls: lost }, 'calls could not be recorded before the engine closed')
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
      if (this.#unwritten.length > 0) this.#writeAfter(retryMs)
      else if (this.#backlog.size > 0) this.#writeAfter(batchMs)
    })
    return this.#writing
  }

  /**
   * Writes only the calls that are waiting now. If later calls were included, each short batch would be followed by a
   * shorter one.
   */
  async #writeBatches(): Promise<void> {
    const { journal, onAdded, log } = this.#options
    const last = this.#taken + this.#backlog.size
    while (this.#unwritten.length > 0 || (this.#taken < last && this.#backlog.size > 0)) {
      const isRetry = this.#unwritten.length > 0
      const batches = isRetry ? this.#unwritten : await this.#nextBatches(last)
      try {
        await journal.append(batches)
      } catch (thrown) {
        if (!isRetry)
          log.warn({ calls: this.#backlog.size, reason: messageOf(thrown) }, 'calls cannot be recorded at the moment')
        this.#unwritten = batches
        return
      }
      this.#unwritten = []
      onAdded(callsOf(batches))
    }
  }

  /** The batches to write in one step. */
  async #nextBatches(last: number): Promise<JournalBatch[]> {
    const batches: JournalBatch[] = []
    let weight = 0
    while (this.#taken < last && this.#backlog.size > 0 && weight < maxInBatch.weight) {
      const taken = this.#backlog.take(maxInBatch.items, maxInBatch.weight - weight)
      this.#taken += taken.items.length
      weight += taken.items.reduce((sum, item) => sum + item.weight, 0)
      batches.push(await this.#batchOf(taken))
    }
    return batches
  }

  async #batchOf({ items, droppedBefore }: Taken<SettledCall>): Promise<JournalBatch> {
    this.#tellDropped()
    const runs = new Set<OpenRun>()
    const calls: CallRow[] = []
    const { ids, rows, pause } = this.#options
    for (const item of items) {
      const id = item.recordId ?? ids.make(item.startedAt)
      runs.add(item.run)
      const row = rows.settled(id, item, calls.length === 0 ? droppedBefore : 0)
      calls.push(row instanceof Promise ? await row : row)
      if (calls.length % stride === 0) await pause()
    }
    return { runs: [...runs].map(runRow), calls }
  }

  #tellDropped(): void {
    const dropped = this.#backlog.dropped - this.#toldDropped
    if (dropped === 0) return
    this.#toldDropped = this.#backlog.dropped
    this.#options.log.warn({ calls: dropped }, 'calls were not recorded: too many at once')
  }
}

function callsOf(batches: readonly JournalBatch[]): number {
  return batches.reduce((sum, { calls }) => sum + calls.length, 0)
}

function contentOf(
  args: unknown,
  result: CallResult | null,
  weight: number,
  written: WrittenResult | undefined,
): SettledContent {
  if (weight <= smallWeight) {
    const argumentsText = shortJson(args)
    const resultText = result === null ? null : shortJson(result)
    if (written !== undefined) written.json = resultText
    if (argumentsText !== null && (result === null || resultText !== null))
      return { kind: 'written', arguments: argumentsText, result: resultText }
  }
  return { kind: 'values', arguments: args, result }
}

function runRow({ row, lastCallAt }: OpenRun): RunRow {
  return { ...row, lastCallAt }
}
