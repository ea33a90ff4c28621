/** The part of one caller in a server that gives every caller a session of its own: with a place, or waiting for one. */
import type { ConnectionState } from '#contract/servers/server'
import type { CallableConnection, CallableSession } from '#engine/connections/callable'
import type { Connection } from '#engine/connections/connection'
import { Waiters } from '#engine/connections/lifetime/waiters'
import type { Place } from '#engine/connections/sharing/dedicatedPlaces'
import type { Clock } from '#engine/ports'

export interface CallerConnectionOptions {
  readonly callerKey: string
  readonly isRemote: boolean
  readonly clock: Clock
  /** Gives it a connection, at once or when there is a place. */
  readonly askForPlace: (caller: CallerConnection) => void
  /** Why nobody gets one; null when there is no such reason. */
  readonly refusal: () => ConnectionState | null
}

/** A session that was just asked for, or has just come up, is about to be used. */
const freshMs = 1_000

/** Where the caller is: in one stage at a time. The state is the same object for as long as it is the same state. */
type Stage =
  | { readonly kind: 'away'; readonly state: Extract<ConnectionState, { readonly kind: 'stopped' }> }
  /** For a place. */
  | { readonly kind: 'waiting'; readonly state: Extract<ConnectionState, { readonly kind: 'starting' }> }
  | { readonly kind: 'seated'; readonly connection: Connection }

const away: Stage = { kind: 'away', state: { kind: 'stopped' } }

export class CallerConnection implements CallableConnection {
  readonly callerKey: string
  readonly #options: CallerConnectionOptions
  readonly #waiters = new Waiters()
  lastUsedAt: number
  #stage: Stage = away

  constructor(options: CallerConnectionOptions) {
    this.callerKey = options.callerKey
    this.#options = options
    this.lastUsedAt = options.clock.elapsed()
  }

  get state(): ConnectionState {
    const stage = this.#stage
    if (stage.kind === 'seated') return stage.connection.state
    return this.#options.refusal() ?? stage.state
  }

  /** Null while it has no place. */
  get connection(): Connection | null {
    return this.#stage.kind === 'seated' ? this.#stage.connection : null
  }

  get session(): CallableSession | null {
    return this.connection?.session ?? null
  }

  get target(): object {
    return this.connection ?? this
  }

  get isRemote(): boolean {
    return this.#options.isRemote
  }

  get isWaiting(): boolean {
    return this.#stage.kind === 'waiting'
  }

  /** For a place, unless it has one. */
  wait(): void {
    if (this.#stage.kind !== 'away') return
    const since = this.#options.clock.now()
    this.#stage = { kind: 'waiting', state: { kind: 'starting', phase: 'spawning', since, attempt: 1 } }
    this.tell()
  }

  waitNoLonger(): void {
    if (this.#stage.kind !== 'waiting') return
    this.#stage = away
    this.tell()
  }

  seat(connection: Connection): void {
    this.#stage = { kind: 'seated', connection }
    this.tell()
  }

  /** This connection has ended; another one that it has by now stays. */
  unseat(connection: Connection): void {
    if (this.connection === connection) this.#stage = away
  }

  /** The place that it takes; null when it has none. */
  get place(): Place | null {
    const { callerKey, lastUsedAt, connection } = this
    if (connection === null || connection.state.kind === 'stopped') return null
    return { callerKey, lastUsedAt, isBusy: this.#isBusy(connection) }
  }

  /** One that is about to end is not started again: it has to give its place back first. */
  start(): void {
    if (this.connection === null) this.#options.askForPlace(this)
  }

  changed(): Promise<void> {
    return this.#waiters.next()
  }

  /** Its state may not be what it was. */
  tell(): void {
    this.#waiters.tell()
  }

  #isBusy({ state, isInUse, readySince }: Connection): boolean {
    if (state.kind === 'starting' || state.kind === 'stopping' || isInUse) return true
    if (readySince === null) return false
    return this.#options.clock.elapsed() - Math.max(this.lastUsedAt, readySince) < freshMs
  }
}
