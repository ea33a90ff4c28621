/**
 * A server's connection in one project. It may share a process with the same server in other projects and, if the
 * server's setting allows, with other servers whose launches resolve to the same one. The process is chosen at each
 * start. Start, stop and hold concern only this server: the process is stopped when the last connection leaves it. A
 * restart affects every server that shares the process, unless this server's launch has changed.
 */
import type { ConnectionState, Launch, StateError } from '#contract/servers/server'
import type { CallableSession } from '#engine/connections/callable'
import type { ConnectionEvents, ConnectionOptions } from '#engine/connections/connectionOptions'
import { isSettled } from '#engine/connections/connectionState'
import type { ConnectionHealth, ServerConnection } from '#engine/connections/serverConnection'
import type { ServerLog } from '#engine/connections/serverLog'
import type { Member, SharedProcess, SharedProcesses } from '#engine/connections/sharing/sharedProcess'
import { Waiters } from '#engine/connections/lifetime/waiters'

export interface SharedConnectionOptions {
  readonly projectId: string
  readonly connection: ConnectionOptions
  readonly processes: SharedProcesses
  /** Returns the same key for launches that can share a process. */
  readonly keyOf: (launch: Launch) => string
}

const healthy: ConnectionHealth = { isSilent: false, isInCrashLoop: false, isBusy: false }

/** The stages of a shared connection. It is in one of them at a time. */
type Stage =
  | { readonly kind: 'apart'; readonly state: Extract<ConnectionState, { readonly kind: 'stopped' | 'failed' }> }
  /** The connection is looking for the process to use. */
  | { readonly kind: 'searching'; readonly state: Extract<ConnectionState, { readonly kind: 'starting' }> }
  | { readonly kind: 'joined'; readonly process: SharedProcess }
  /** The process is stopping because only this server wanted it. This connection leaves it when it has stopped. */
  | { readonly kind: 'leaving'; readonly process: SharedProcess; startsAfter: boolean }

type StageOf<K extends Stage['kind']> = Extract<Stage, { readonly kind: K }>

export class SharedConnection implements ServerConnection {
  readonly #options: SharedConnectionOptions
  readonly #events: ConnectionEvents
  readonly #member: Member
  readonly #waiters = new Waiters()
  #stage: Stage = { kind: 'apart', state: { kind: 'stopped' } }
  /** The session object for this server, within the session of the process that it last used. */
  #own: { readonly of: object; readonly session: CallableSession | null } | null = null

  constructor(options: SharedConnectionOptions, events: ConnectionEvents) {
    this.#options = options
    this.#events = events
    const onState = () => this.#tell()
    this.#member = { projectId: options.projectId, options: options.connection, events: { ...events, onState } }
  }

  get state(): ConnectionState {
    const stage = this.#stage
    return stage.kind === 'joined' || stage.kind === 'leaving' ? stage.process.connection.state : stage.state
  }

  get session(): CallableSession | null {
    const process = this.#process
    const of = process?.connection.session ?? null
    if (process === null || of === null) return null
    // Cached, because each call reads it several times.
    if (this.#own?.of !== of) this.#own = { of, session: process.sessionOf(this.#member) }
    return this.#own.session
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

  get health(): ConnectionHealth {
    return this.#process?.connection.health ?? healthy
  }

  get pendingCount(): number {
    return this.#process?.connection.pendingCount ?? 0
  }

  start(): void {
    const stage = this.#stage
    if (this.#options.connection.rules.mayStart === false || stage.kind === 'searching') return
    if (stage.kind === 'apart') {
      if (stage.state.kind === 'stopped') void this.#find()
      return
    }
    const { process } = stage
    // The process has stopped, and the variables of its launch may have changed since.
    if (process.connection.state.kind === 'stopped') void this.#find()
    else {
      if (stage.kind === 'leaving') this.#enter({ kind: 'joined', process })
      process.connection.start()
    }
  }

  touch(): void {
    this.#process?.connection.touch()
  }

  wake(): void {
    this.#process?.connection.wake()
  }

  hold(error: StateError): void {
    if (this.state.kind !== 'stopped' && this.state.kind !== 'backingOff') return
    // Only this connection is held: other servers may want the process.
    this.#leadNowhere({ kind: 'failed', at: this.#options.connection.clock.now(), error })
  }

  async restart(drainMs = 0): Promise<void> {
    const before = this.#stage
    const process = this.#process
    if (process !== null && !this.#isAloneIn(process)) {
      const key = await this.#key()
      // A caller may have stopped the connection meanwhile.
      if (this.#stage !== before) return
      if (process.key === key) {
        this.#enter({ kind: 'joined', process })
        return process.connection.restart(drainMs)
      }
    }
    await this.#end(drainMs, true)
  }

  async stop(drainMs = 0): Promise<void> {
    await this.#end(drainMs, false)
  }

  async settled(): Promise<ConnectionState> {
    while (!isSettled(this.state)) await this.changed()
    return this.state
  }

  changed(): Promise<void> {
    return this.#waiters.next()
  }

  get #process(): SharedProcess | null {
    const stage = this.#stage
    return stage.kind === 'joined' || stage.kind === 'leaving' ? stage.process : null
  }

  #isAloneIn(process: SharedProcess): boolean {
    return !process.isWantedByOthersThan(this.#member)
  }

  async #find(): Promise<void> {
    const since = this.#options.connection.clock.now()
    const searching: Stage = { kind: 'searching', state: { kind: 'starting', phase: 'spawning', since, attempt: 1 } }
    this.#enter(searching)
    this.#tell()
    const key = await this.#key()
    if (this.#stage !== searching) return
    const process = this.#options.processes.join(key, this.#member)
    this.#enter({ kind: 'joined', process })
    if (process.connection.state.kind === 'stopped' || process.connection.state.kind === 'stopping')
      process.connection.start()
    else if (!this.#isAloneIn(process))
      this.log.append('engine', 'The server shares a process that is already running.')
    this.#tell()
  }

  /** A launch that cannot be prepared is not shared: it fails in a process of its own. */
  #key(): Promise<string> {
    const { connection, keyOf } = this.#options
    return connection.prepareLaunch().then(keyOf, () => `unprepared ${connection.slug}`)
  }

  async #end(drainMs: number, startsAfter: boolean): Promise<void> {
    const process = this.#process
    if (process !== null && this.#isAloneIn(process)) {
      const before = this.#stage
      const leaving: StageOf<'leaving'> = before.kind === 'leaving' ? before : { kind: 'leaving', process, startsAfter }
      leaving.startsAfter = startsAfter
      this.#enter(leaving)
      await process.connection.stop(drainMs)
      // The server may have been started again meanwhile, or have left the process already.
      if (this.#stage !== leaving) return
      startsAfter = leaving.startsAfter
    }
    const apart = this.#leadNowhere({ kind: 'stopped' })
    // A listener may have stopped the connection again.
    if (startsAfter && this.#stage === apart) this.start()
  }

  #leadNowhere(state: StageOf<'apart'>['state']): Stage {
    const apart: Stage = { kind: 'apart', state }
    this.#enter(apart)
    this.#tell()
    return apart
  }

  /** Enters a stage, and leaves the process of the previous stage unless the new stage has the same one. */
  #enter(stage: Stage): void {
    const before = this.#process
    this.#stage = stage
    const process = this.#process
    if (before !== null && before !== process) this.#options.processes.leave(before, this.#member)
    process?.setLeaving(this.#member, stage.kind === 'leaving')
  }

  #tell(): void {
    this.#events.onState(this.state)
    this.#waiters.tell()
  }
}
