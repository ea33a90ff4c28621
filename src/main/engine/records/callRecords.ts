/**
 * Carries records of tool calls from the router through the journal into the store, reads them, and removes old ones.
 */
import { createHash } from 'node:crypto'
import { setImmediate as pause } from 'node:timers/promises'
import type { CallPage, CallQuery, CallRecord, CallSummary } from '#contract/tools/call'
import type { CallPart, TextPage } from '#contract/tools/callText'
import type { ToolUsage } from '#contract/tools/usage'
import { AppError } from '#contract/errors'
import type { EngineSettings } from '#contract/setting'
import type { Clock, Log, MakeId, Redactor } from '#engine/ports'
import { CallIds } from '#engine/records/callId'
import { CallFiler } from '#engine/records/callFiler'
import { CallJournal } from '#engine/records/callJournal'
import { CallRecorder } from '#engine/records/callRecorder'
import { CallRowMaker } from '#engine/records/callRows'
import { KeptFiles, pageOfText } from '#engine/records/keptFiles'
import { Retention } from '#engine/records/retention'
import { Runs } from '#engine/records/runs'
import type { Recorder } from '#engine/router/recorder'
import type { SetAside } from '#engine/store/setAside'
import type { CallStore } from '#engine/store/calls/callStore'

export interface CallRecordsOptions {
  readonly store: CallStore
  readonly dataFolder: string
  /** Identifies this engine among those on the same database. */
  readonly engine: string
  readonly settings: () => EngineSettings
  readonly redactor: Pick<Redactor, 'redact'>
  readonly background: { run(what: string, work: () => Promise<unknown>): void }
  readonly clock: Clock
  readonly log: Log
  readonly makeId: MakeId
  readonly setAside: Pick<SetAside, 'take'>
}

/** How many calls one query examines. A larger number would block the event loop longer. */
const windowSize = 500
/** How many calls one query counts. Counting is cheaper: its rows stay in the database. */
const countedWindowSize = 2_000
const maxCounted = 200_000

export class CallRecords {
  readonly recorder: Recorder
  readonly #options: CallRecordsOptions
  readonly #recorder: CallRecorder
  readonly #journal: CallJournal
  readonly #filer: CallFiler
  readonly #files: KeptFiles
  readonly #retention: Retention

  constructor(options: CallRecordsOptions) {
    const { store, dataFolder, engine, settings, redactor, background, clock, log, makeId, setAside } = options
    this.#options = options
    this.#files = new KeptFiles(dataFolder)
    const ids = new CallIds(makeId)
    const breathe = () => pause()
    const common = { store, settings, background, pause: breathe, clock, log }
    const rows = new CallRowMaker({ files: this.#files, redact: (text) => redactor.redact(text), pause: breathe, log })
    const journal = new CallJournal({ dataFolder, log, setAside })
    const filer = new CallFiler({ ...common, journal })
    const onAdded = (calls: number) => filer.came(calls)
    this.#journal = journal
    this.#filer = filer
    this.#recorder = new CallRecorder({ ...common, journal, onAdded, rows, ids, runs: new Runs(ids, engine) })
    this.#retention = new Retention({ ...common, files: this.#files })
    this.recorder = this.#recorder
  }

  /** Must be awaited before the first call is recorded. */
  async open(): Promise<void> {
    const { store, engine, log } = this.#options
    const lost = await store.failRunning(engine, 'SERVER_LOST', 'Switchboard stopped before the answer arrived.')
    if (lost > 0) log.warn({ calls: lost }, 'calls were under way when Switchboard last stopped')
    await this.#journal.open()
    this.#filer.came(0)
    this.#retention.start()
  }

  async list({ cursor, limit, order = 'newest', ...filter }: CallQuery, signal?: AbortSignal): Promise<CallPage> {
    await this.#fileAll()
    const calls: CallSummary[] = []
    let before: string | null = cursor ?? null
    for (;;) {
      const { found, lastId } = await this.#options.store.window(filter, before, Math.max(windowSize, limit + 1), order)
      calls.push(...found)
      if (calls.length > limit) return { calls: calls.slice(0, limit), next: calls[limit - 1]?.id ?? null }
      if (lastId === null || signal?.aborted === true) return { calls, next: null }
      before = lastId
      await pause()
    }
  }

  /** Counts the newest calls by tool. A null `projectId`: in all projects. */
  async usage(projectId: string | null, signal?: AbortSignal): Promise<ToolUsage[]> {
    await this.#fileAll()
    const used = new Map<string, ToolUsage>()
    let before: string | null = null
    for (let counted = 0; counted < maxCounted; counted += countedWindowSize) {
      const { found, lastId } = await this.#options.store.usageWindow(projectId, before, countedWindowSize)
      for (const one of found) {
        const key = JSON.stringify([one.server, one.name])
        used.set(key, withUsage(used.get(key), one))
      }
      if (lastId === null || signal?.aborted === true) break
      before = lastId
      await pause()
    }
    return [...used.values()]
  }

  async get(id: string): Promise<CallRecord> {
    return (await this.#find(id, null)).call
  }

  /** Reads a page of a call's arguments or result. If `projectId` is given, calls of other projects are not found. */
  async read(id: string, part: CallPart, offset: number, bytes: number, projectId: string | null): Promise<TextPage> {
    const { call, engine } = await this.#find(id, projectId)
    const text = part === 'result' ? call.result : call.arguments
    if (text === null) throw new AppError('NOT_FOUND', `Call ${id} has no result.`)
    if (!call.wholeKept.includes(part)) return pageOfText(text, offset, bytes)
    const page = await this.#files.read(id, part, offset, bytes)
    if (page !== null) return page
    const where = engine === this.#options.engine ? 'is no longer stored' : 'is stored in another engine’s data folder'
    throw new AppError('NOT_FOUND', `The full text ${where}. The record of the call contains its beginning.`)
  }

  /** How many calls are waiting to be written to the journal. */
  get waiting(): number {
    return this.#recorder.waiting
  }

  /** Writes pending records, then closes the journal. */
  async close(): Promise<void> {
    this.#retention.close()
    await this.#recorder.close()
    await this.#filer.close()
    await this.#journal.close()
  }

  /** Makes sure that the store has every settled call. */
  async #fileAll(): Promise<void> {
    await this.#recorder.flush()
    await this.#filer.fileAll()
  }

  async #find(id: string, projectId: string | null) {
    await this.#fileAll()
    const found = await this.#options.store.find(id, projectId)
    if (found === null) throw new AppError('NOT_FOUND', `There is no record of call ${id}. It may have been removed.`)
    return found
  }
}

function withUsage(known: ToolUsage | undefined, more: ToolUsage): ToolUsage {
  if (known === undefined) return more
  return {
    ...known,
    calls: known.calls + more.calls,
    errors: known.errors + more.errors,
    lastUsedAt: Math.max(known.lastUsedAt, more.lastUsedAt),
  }
}

/** The key of a data folder's engine. Only one engine at a time runs on a folder, so the folder identifies it. */
export function engineKey(hostName: string, dataFolder: string): string {
  return createHash('sha256').update(`${hostName}\n${dataFolder}`).digest('hex').slice(0, 20)
}
