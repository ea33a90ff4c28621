/**
 * Decides when a project's servers start: immediately, at their first use, or one after another, all or none. It tells
 * connections to start and stop, and leaves the details to them.
 */
import { AppError } from '#contract/errors'
import type { StartFailure, StartMode } from '#contract/project'
import type { ConnectionState, StateError } from '#contract/servers/server'
import { hasProcess, isContainer } from '#contract/servers/transports'
import { errorIn } from '#contract/servers/errorIn'
import { sessionFacts } from '#engine/policies/sessionFacts'
import type { ServerEntry } from '#engine/registry/servers/serverEntry'
import { isFileProject } from '#engine/store/servers/projectStore'
import { restarts } from '#engine/policies/supervision'

export interface ProjectStartsOptions {
  modeOf(projectId: string): StartMode
  /** The project's enabled servers, in order. */
  serversOf(projectId: string): readonly ServerEntry[]
  /** Whether the entry still exists and is enabled. */
  isWanted(entry: ServerEntry): boolean
  /** Called when the reason why the project did not start has changed. */
  changed(projectId: string): void
  /** Whether no server starts before its first use, whatever the project's mode. */
  readonly startServersOnUse: boolean
  readonly background: { run(what: string, work: () => Promise<unknown>): void }
}

interface ModeFacts {
  /** Whether the servers start one after another, and none runs if one of them fails. */
  readonly isAllOrNone: boolean
  /** Whether idle servers may be stopped. Only servers that start at first use may. */
  readonly mayRest: boolean
}

const modes: Readonly<Record<StartMode, ModeFacts>> = {
  lazy: { isAllOrNone: false, mayRest: true },
  eager: { isAllOrNone: false, mayRest: false },
  strict: { isAllOrNone: true, mayRest: false },
}

/** A start of all servers of a project, one after another. */
interface Run {
  done: Promise<StartFailure | null>
  /** The server that is starting. */
  turn: ServerEntry | null
  /** Whether something has changed since the run began, so that it must be repeated. */
  again: boolean
}

export class ProjectStarts {
  readonly #options: ProjectStartsOptions
  readonly #runs = new Map<string, Run>()
  readonly #failures = new Map<string, StartFailure>()
  /** Projects whose servers were started one after another at least once. */
  readonly #tried = new Set<string>()
  #closed = false

  constructor(options: ProjectStartsOptions) {
    this.#options = options
  }

  /** Why the project as a whole did not start. Null if it started, or was not asked to. */
  failure(projectId: string): StartFailure | null {
    return this.#failures.get(projectId) ?? null
  }

  /**
   * Whether this server may start now. While a project's servers are being started one after another, each may start
   * only in its turn, unless it runs in a container.
   */
  mayStart(entry: ServerEntry): boolean {
    const run = this.#runs.get(entry.row.projectId)
    return run === undefined || run.turn === entry || isContainer(entry.row.launch)
  }

  mayRest({ row }: ServerEntry): boolean {
    return this.#factsOf(row.projectId).mayRest && !restarts[row.restart].afterCleanEnd && hasProcess(row.launch)
  }

  #factsOf(projectId: string): ModeFacts {
    return modes[this.#options.modeOf(projectId)]
  }

  /** Call when a server was added or switched on. */
  appeared(entry: ServerEntry): void {
    if (this.#options.startServersOnUse) return
    // A container is meant to stay up, whatever the project's start mode.
    if (isContainer(entry.row.launch)) return entry.connection.start()
    switch (this.#options.modeOf(entry.row.projectId)) {
      case 'eager':
        entry.connection.start()
        break
      case 'lazy':
        // Started once, so that the server's tools can be shown.
        if (entry.tools === null) entry.connection.start()
        break
      case 'strict':
        this.look(entry.row.projectId)
    }
  }

  /** Call when a server has a new connection. */
  replaced(entry: ServerEntry, wasUsed: boolean): void {
    const { projectId } = entry.row
    // If the project as a whole did not start, `look` starts its servers one after another again.
    if (wasUsed && this.failure(projectId) === null) entry.connection.start()
    this.look(projectId)
  }

  /** Call when a project's servers, or its start mode, may have changed. */
  look(projectId: string): void {
    if (!this.#factsOf(projectId).isAllOrNone) this.#release(projectId)
    // A file is applied step by step. The file's reader starts the project when it is done.
    else if (!this.#options.startServersOnUse && !isFileProject(projectId))
      this.#options.background.run('start the servers of a project', () => this.#ensure(projectId, true))
  }

  /** Restarts a server in the projects of these entries. */
  async restart(entries: readonly ServerEntry[]): Promise<void> {
    const isHeld = ({ row, connection }: ServerEntry) =>
      this.failure(row.projectId) !== null && connection.state.kind === 'failed'
    const held = new Set(entries.filter(isHeld).map(({ row }) => row.projectId))
    // A process that several projects share is restarted only once.
    const targets = new Map(
      entries.filter((entry) => !isHeld(entry)).map(({ connection }) => [connection.target ?? connection, connection]),
    )
    await Promise.all([
      ...[...held].map((projectId) => this.#ensure(projectId, true)),
      ...[...targets.values()].map((connection) => connection.restart()),
    ])
  }

  /** Call when these servers are used. Resolves when those without a known listing have started or failed. */
  async use(entries: readonly ServerEntry[]): Promise<void> {
    const strict = entries.filter(({ row }) => this.#factsOf(row.projectId).isAllOrNone)
    const projects = new Set(strict.map(({ row }) => row.projectId))
    const runs = [...projects].filter((id) => this.#isDue(id)).map((id) => this.#ensure(id, false))
    for (const { connection, row, tools } of entries) {
      connection.touch()
      // A server with one session per caller needs no start here if its tools are known.
      if (!sessionFacts[row.sessions].isForOneCaller || tools === null) connection.start()
    }
    await Promise.all(runs)
    await Promise.all(entries.filter(({ tools }) => tools === null).map(({ connection }) => connection.settled()))
  }

  /** Starts an all-or-none project and waits. Rejects with the server that failed. */
  async start(projectId: string): Promise<void> {
    if (!this.#factsOf(projectId).isAllOrNone || this.#options.startServersOnUse) return
    const failure = await this.#ensure(projectId, false)
    if (failure !== null) throw failedStart([failure])
  }

  /** Waits for the first start of those projects that are all-or-none. Rejects with every failure. */
  async firstStarts(projectIds: readonly string[]): Promise<void> {
    if (this.#options.startServersOnUse) return
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

  /** Lets the held servers of a project that is no longer all-or-none start again. */
  #release(projectId: string): void {
    if (this.failure(projectId) === null) return
    for (const { connection } of this.#options.serversOf(projectId))
      if (connection.state.kind === 'failed') this.#options.background.run('release a server', () => connection.stop())
    this.#setFailure(projectId, null)
  }

  /**
   * Starts the project, or joins the run in progress. `again`: that run may have missed a change, so it is repeated.
   */
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

  /**
   * Returns the server that failed; null if none did. Skips servers that are ready, or that are going to be retried
   * anyway.
   */
  async #startInTurn(projectId: string, run: Run, started: Set<ServerEntry>): Promise<ServerEntry | null> {
    for (const entry of this.#inTurn(projectId)) {
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

  /**
   * Stops the servers that were started together with the failed one, and holds all that are stopped. Servers that were
   * running before continue.
   */
  async #takeBack(projectId: string, failed: ServerEntry, started: Set<ServerEntry>): Promise<StartFailure> {
    const { slug } = failed.row
    const { message: because } = errorOf(failed.connection.state)
    for (const entry of started) if (entry !== failed) await entry.connection.stop()
    started.clear()
    const message = `Its project starts all servers or none, and ${slug} did not start.`
    for (const { connection } of this.#inTurn(projectId))
      if (connection.state.kind === 'stopped') connection.hold({ code: 'SERVER_UNAVAILABLE', message, hint: because })
    return { server: slug, message: because }
  }

  /** Leaves out servers in containers: they run independently. */
  #inTurn(projectId: string): readonly ServerEntry[] {
    return this.#options.serversOf(projectId).filter(({ row }) => !isContainer(row.launch))
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
  const message = failures.map(({ server, message: why }) => `Server ${server} did not start: ${why}`).join('\n')
  return new AppError('SERVER_UNAVAILABLE', message, { data: failures.length === 1 ? failures[0] : failures })
}

/** Starts a server immediately, whatever delayed the start or made it fail before. */
async function startNow({ connection }: ServerEntry): Promise<ConnectionState> {
  const { kind } = connection.state
  if (kind === 'failed' || kind === 'stopping') await connection.stop()
  connection.start()
  return connection.settled()
}

function errorOf(state: ConnectionState): StateError {
  return errorIn(state) ?? { code: 'SERVER_LOST', message: 'The server ended while the others were being started.' }
}
