/**
 * The connection of a server that says it may be shared: it leads to a process that the servers of other projects use, too,
 * if these resolve to the very same launch. To which one is found out at each start. What is asked of this connection
 * concerns its own server: the process ends with the last one that leads to it. A restart is everybody's.
 */
import type { ConnectionState, Launch, StateError } from '#contract/servers/server'
import type { CallableSession } from '#engine/connections/callable'
import type { ConnectionEvents, ConnectionOptions } from '#engine/connections/connectionOptions'
import { isSettled } from '#engine/connections/connectionState'
import type { ServerConnection } from '#engine/connections/serverConnection'
import type { ServerLog } from '#engine/connections/serverLog'
import type { Member, SharedProcess, SharedProcesses } from '#engine/connections/sharing/sharedProcess'
import { Waiters } from '#engine/connections/lifetime/waiters'

export interface SharedConnectionOptions {
  readonly projectId: string
  readonly connection: ConnectionOptions
  readonly processes: SharedProcesses
  /** Equal for launches that one process can stand for. */
  readonly keyOf: (launch: Launch) => string
}

export class SharedConnection implements ServerConnection {
  readonly #options: SharedConnectionOptions
  readonly #events: ConnectionEvents
  readonly #member: Member
  readonly #waiters = new Waiters()
  #process: SharedProcess | null = null
  /** While it leads to no process. */
  #own: ConnectionState = { kind: 'stopped' }
  /** Under way while it is found out where to lead. */
  #search: object | null = null
  #stops = 0

  constructor(options: SharedConnectionOptions, events: ConnectionEvents) {
    this.#options = options
    this.#events = events
    const onState = () => this.#tell()
    this.#member = { projectId: options.projectId, options: options.connection, events: { ...events, onState } }
  }

  get state(): ConnectionState {
    return this.#process?.connection.state ?? this.#own
  }

  get session(): CallableSession | null {
    return this.#process?.sessionOf(this.#member) ?? null
  }

  get target(): object {
    return this.#process?.connection ?? this
  }

  get isRemote(): boolean {
    return this.#options.connection.isRemote
  }

  get restarts(): number {
    return this.#process?.connection.restarts ?? 0
  }

  get log(): ServerLog {
    return this.#options.connection.serverLog
  }

  get hasSeveralCallers(): boolean {
    return this.#process?.connection.hasSeveralCallers === true
  }

  get pendingCount(): number {
    return this.#process?.connection.pendingCount ?? 0
  }

  start(): void {
    if (this.#options.connection.rules.mayStart === false || this.#search !== null) return
    const before = this.#process
    before?.setLeaving(this.#member, false)
    if (before !== null && before.connection.state.kind !== 'stopped') {
      before.connection.start()
      return
    }
    if (this.#own.kind === 'failed') return
    // It stopped, and what its launch is filled with may be something else by now.
    this.#leave()
    void this.#find()
  }

  touch(): void {
    this.#process?.connection.touch()
  }

  wake(): void {
    this.#process?.connection.wake()
  }

  hold(error: StateError): void {
    if (this.state.kind !== 'stopped' && this.state.kind !== 'backingOff') return
    // The process itself is not held: it may be wanted by others.
    if (this.#process?.isWantedByOthersThan(this.#member) === false) void this.#process.connection.stop()
    this.#leave()
    this.#become({ kind: 'failed', at: this.#options.connection.clock.now(), error })
  }

  async restart(drainMs = 0): Promise<void> {
    let stops = this.#stops
    const process = this.#process
    const key = process?.isWantedByOthersThan(this.#member) === true ? await this.#key() : null
    // Whoever stopped it meanwhile wants it stopped.
    if (this.#stops !== stops) return
    if (process !== null && process.key === key && this.#process === process) {
      await process.connection.restart(drainMs)
      return
    }
    const stopped = this.stop(drainMs)
    stops = this.#stops
    await stopped
    if (this.#stops === stops) this.start()
  }

  async stop(drainMs = 0): Promise<void> {
    this.#stops++
    this.#search = null
    const process = this.#process
    if (process !== null && !process.isWantedByOthersThan(this.#member)) {
      process.setLeaving(this.#member, true)
      await process.connection.stop(drainMs)
      // It may have been started again meanwhile, or have left already.
      if (this.#process !== process || !process.isLeaving(this.#member)) return
    }
    this.#leave()
    this.#become({ kind: 'stopped' })
  }

  async settled(): Promise<ConnectionState> {
    while (!isSettled(this.state)) await this.changed()
    return this.state
  }

  changed(): Promise<void> {
    return this.#waiters.next()
  }

  async #find(): Promise<void> {
    const search = {}
    this.#search = search
    this.#become({ kind: 'starting', phase: 'spawning', since: this.#options.connection.clock.now(), attempt: 1 })
    const key = await this.#key()
    if (this.#search !== search) return
    this.#search = null
    const process = this.#options.processes.join(key, this.#member)
    this.#process = process
    this.#own = { kind: 'stopped' }
    if (process.connection.state.kind === 'stopped' || process.connection.state.kind === 'stopping')
      process.connection.start()
    else if (process.isWantedByOthersThan(this.#member))
      this.log.append('engine', 'It uses a process that runs already.')
    this.#tell()
  }

  /** A launch that cannot be prepared is nobody else's: it fails as the launch of its own process. */
  #key(): Promise<string> {
    const { connection, keyOf } = this.#options
    return connection.prepareLaunch().then(keyOf, () => `unprepared ${connection.slug}`)
  }

  #leave(): void {
    const process = this.#process
    this.#process = null
    if (process !== null) this.#options.processes.leave(process, this.#member)
  }

  #become(state: ConnectionState): void {
    this.#own = state
    this.#tell()
  }

  #tell(): void {
    this.#events.onState(this.state)
    this.#waiters.tell()
  }
}
