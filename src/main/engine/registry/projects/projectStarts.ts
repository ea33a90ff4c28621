/**
 * When the servers of a project start: at their first use, at once, or one after another in their order, all or none. It
 * asks connections to start and to stop; how they do that is theirs.
 */
import { AppError } from '#contract/errors'
import type { StartFailure, StartMode } from '#contract/project'
import type { ConnectionState, StateError } from '#contract/servers/server'
import { hasProcess } from '#contract/servers/transports'
import { errorIn } from '#contract/servers/errorIn'
import { sessionFacts } from '#engine/policies/sessionFacts'
import type { ServerEntry } from '#engine/registry/servers/serverEntry'
import { isFileProject } from '#engine/store/servers/projectStore'
import { restarts } from '#engine/policies/supervision'

export interface ProjectStartsOptions {
  modeOf(projectId: string): StartMode
  /** Those that are switched on, in their order. */
  serversOf(projectId: string): readonly ServerEntry[]
  /** It is still there, and switched on. */
  isWanted(entry: ServerEntry): boolean
  /** What there is to say of its start is not what it was. */
  changed(projectId: string): void
  /** No server is started before somebody uses it. */
  readonly holdServers: boolean
  readonly background: { run(what: string, work: () => Promise<unknown>): void }
}

interface ModeFacts {
  /** Its servers start one after another, and if one fails, none runs. */
  readonly isAllOrNone: boolean
  /** Only what starts with its first use rests when nobody uses it. */
  readonly mayRest: boolean
}

const modes: Readonly<Record<StartMode, ModeFacts>> = {
  lazy: { isAllOrNone: false, mayRest: true },
  eager: { isAllOrNone: false, mayRest: false },
  strict: { isAllOrNone: true, mayRest: false },
}

/** All servers of a project, one after another. */
interface Run {
  done: Promise<StartFailure | null>
  /** The one that is starting. */
  turn: ServerEntry | null
  /** Something changed meanwhile: it is looked at once more. */
  again: boolean
}

export class ProjectStarts {
  readonly #options: ProjectStartsOptions
  readonly #runs = new Map<string, Run>()
  readonly #failures = new Map<string, StartFailure>()
  /** Projects whose servers were started in turn at least once. */
  readonly #tried = new Set<string>()
  #closed = false

  constructor(options: ProjectStartsOptions) {
    this.#options = options
  }

  /** Why a project as a whole did not start; null when it did, or was not to. */
  failure(projectId: string): StartFailure | null {
    return this.#failures.get(projectId) ?? null
  }

  /** While servers start one after another, none is started out of turn. */
  mayStart(entry: ServerEntry): boolean {
    const run = this.#runs.get(entry.row.projectId)
    return run === undefined || run.turn === entry
  }

  mayRest({ row }: ServerEntry): boolean {
    return this.#factsOf(row.projectId).mayRest && !restarts[row.restart].afterCleanEnd && hasProcess(row.launch)
  }

  #factsOf(projectId: string): ModeFacts {
    return modes[this.#options.modeOf(projectId)]
  }

  /** A server is there, or is switched on. */
  appeared(entry: ServerEntry): void {
    if (this.#options.holdServers) return
    switch (this.#options.modeOf(entry.row.projectId)) {
      case 'eager':
        entry.connection.start()
        break
      case 'lazy':
        // Started once, so that its tools can be shown.
        if (entry.tools === null) entry.connection.start()
        break
      case 'strict':
        this.look(entry.row.projectId)
    }
  }

  /** A server has a new connection. */
  replaced(entry: ServerEntry, wasUsed: boolean): void {
    const { projectId } = entry.row
    // Where the project as a whole did not start, its servers start in turn again.
    if (wasUsed && this.failure(projectId) === null) entry.connection.start()
    this.look(projectId)
  }

  /** The servers of a project, or what it says of their start, may not be what they were. */
  look(projectId: string): void {
    if (!this.#factsOf(projectId).isAllOrNone) this.#release(projectId)
    // What a file says is taken in step by step; whoever does that says when it is done.
    else if (!this.#options.holdServers && !isFileProject(projectId))
      this.#options.background.run('start the servers of a project', () => this.#ensure(projectId, true))
  }

  /** A person wants this server to be started anew, in all of these projects. */
  async restart(entries: readonly ServerEntry[]): Promise<void> {
    const isHeld = ({ row, connection }: ServerEntry) =>
      this.failure(row.projectId) !== null && connection.state.kind === 'failed'
    const held = new Set(entries.filter(isHeld).map(({ row }) => row.projectId))
    // What several projects share is started anew once.
    const targets = new Map(
      entries.filter((entry) => !isHeld(entry)).map(({ connection }) => [connection.target ?? connection, connection]),
    )
    await Promise.all([
      ...[...held].map((projectId) => this.#ensure(projectId, true)),
      ...[...targets.values()].map((connection) => connection.restart()),
    ])
  }

  /** Somebody uses these servers: resolves when those have settled that were never seen to list anything. */
  async use(entries: readonly ServerEntry[]): Promise<void> {
    const strict = entries.filter(({ row }) => this.#factsOf(row.projectId).isAllOrNone)
    const projects = new Set(strict.map(({ row }) => row.projectId))
    const runs = [...projects].filter((id) => this.#isDue(id)).map((id) => this.#ensure(id, false))
    for (const { connection, row, tools } of entries) {
      connection.touch()
      // Each caller has a session of its own; what the server has is known.
      if (!sessionFacts[row.sessions].isForOneCaller || tools === null) connection.start()
    }
    await Promise.all(runs)
    await Promise.all(entries.filter(({ tools }) => tools === null).map(({ connection }) => connection.settled()))
  }

  /** For whoever wants to know how it went. Rejects with the server that failed. */
  async start(projectId: string): Promise<void> {
    if (!this.#factsOf(projectId).isAllOrNone || this.#options.holdServers) return
    const failure = await this.#ensure(projectId, false)
    if (failure !== null) throw failedStart([failure])
  }

  /** Waits for the first start of these projects, as far as they start all or none. Rejects with each that failed. */
  async firstStarts(projectIds: readonly string[]): Promise<void> {
    if (this.#options.holdServers) return
    const strict = projectIds.filter((id) => this.#factsOf(id).isAllOrNone)
    const outcomes = await Promise.all(
      strict.map(async (id) => (this.#isDue(id) ? this.#ensure(id, false) : this.failure(id))),
    )
    const failures = outcomes.filter((failure) => failure !== null)
    if (failures.length > 0) throw failedStart(failures)
  }

  close(): void {
    this.#closed = true
  }

  #isDue(projectId: string): boolean {
    return this.#runs.has(projectId) || !this.#tried.has(projectId)
  }

  /** It starts its servers in another way from now on: none is held back any more. */
  #release(projectId: string): void {
    if (this.failure(projectId) === null) return
    for (const { connection } of this.#options.serversOf(projectId))
      if (connection.state.kind === 'failed') this.#options.background.run('release a server', () => connection.stop())
    this.#setFailure(projectId, null)
  }

  /** Joins the run that is under way; `again`: it may have passed over what has changed. */
  #ensure(projectId: string, again: boolean): Promise<StartFailure | null> {
    const before = this.#runs.get(projectId)
    if (before !== undefined) {
      before.again ||= again
      return before.done
    }
    const run: Run = { turn: null, again: false, done: Promise.resolve(null) }
    this.#runs.set(projectId, run)
    run.done = this.#startAll(projectId, run)
    return run.done
  }

  async #startAll(projectId: string, run: Run): Promise<StartFailure | null> {
    this.#tried.add(projectId)
    const started = new Set<ServerEntry>()
    let failure: StartFailure | null = null
    try {
      do {
        run.again = false
        const failed = await this.#startInTurn(projectId, run, started)
        if (this.#closed) return null
        failure = failed === null || run.again ? null : await this.#takeBack(projectId, failed, started)
      } while (run.again)
    } finally {
      this.#runs.delete(projectId)
    }
    this.#setFailure(projectId, failure)
    return failure
  }

  /** Gives back the one that failed. One that was up and is tried again by itself is left to that. */
  async #startInTurn(projectId: string, run: Run, started: Set<ServerEntry>): Promise<ServerEntry | null> {
    for (const entry of this.#options.serversOf(projectId)) {
      if (this.#closed || run.again) return null
      const { kind } = entry.connection.state
      if (kind === 'ready' || kind === 'backingOff') continue
      run.turn = entry
      const state = await startNow(entry)
      run.turn = null
      started.add(entry)
      if (state.kind === 'ready' || this.#closed || !this.#options.isWanted(entry)) continue
      entry.connection.hold(errorOf(state))
      return entry
    }
    return null
  }

  /** What ran before goes on; what was started with the one that failed stops with it, and the rest is not tried. */
  async #takeBack(projectId: string, failed: ServerEntry, started: Set<ServerEntry>): Promise<StartFailure> {
    const { slug } = failed.row
    const { message: because } = errorOf(failed.connection.state)
    for (const entry of started) if (entry !== failed) await entry.connection.stop()
    started.clear()
    const message = `Its project starts all its servers or none, and ${slug} did not start.`
    for (const { connection } of this.#options.serversOf(projectId))
      if (connection.state.kind === 'stopped') connection.hold({ code: 'SERVER_UNAVAILABLE', message, hint: because })
    return { server: slug, message: because }
  }

  #setFailure(projectId: string, failure: StartFailure | null): void {
    const before = this.failure(projectId)
    if (before?.server === failure?.server && before?.message === failure?.message) return
    if (failure === null) this.#failures.delete(projectId)
    else this.#failures.set(projectId, failure)
    this.#options.changed(projectId)
  }
}

function failedStart(failures: readonly StartFailure[]): AppError {
  const message = failures.map(({ server, message: why }) => `The server ${server} did not start: ${why}`).join('\n')
  return new AppError('SERVER_UNAVAILABLE', message, { data: failures.length === 1 ? failures[0] : failures })
}

/** Whatever held it or made it fail is forgotten. */
async function startNow({ connection }: ServerEntry): Promise<ConnectionState> {
  const { kind } = connection.state
  if (kind === 'failed' || kind === 'stopping') await connection.stop()
  connection.start()
  return connection.settled()
}

function errorOf(state: ConnectionState): StateError {
  return errorIn(state) ?? { code: 'SERVER_LOST', message: 'It ended while the others were started.' }
}
