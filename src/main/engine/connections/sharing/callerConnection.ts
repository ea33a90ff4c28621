/**
 * One caller's connection to a server with a session for each caller. The caller is away, is waiting for a place, or
 * has a session.
 */
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
  /** Requests a connection for the caller, which gets it immediately, or as soon as a place is free. */
  readonly askForPlace: (caller: CallerConnection) => void
  /** Why no caller gets a place at all; null if there is no such reason. */
  readonly refusal: () => ConnectionState | null
}

/**
 * How long a session that was just requested or has just come up counts as busy, because it is about to be used.
 */
const freshMs = 1_000

/**
 * The stages of a caller's connection. It is in one of them at a time. `state` is the same object as long as it does
 * not change.
 */
type Stage =
  | { readonly kind: 'away'; readonly state: Extract<ConnectionState, { readonly kind: 'stopped' }> }
  /** The caller is waiting for a place. */
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

  /** The caller's own connection; null while the caller has no place. */
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

  /** Starts waiting for a place, if the caller is away. */
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

  /** Call when `connection` has ended. If the caller has a newer connection by now, that one stays. */
  unseat(connection: Connection): void {
    if (this.connection === connection) this.#stage = away
  }

  /** The place that the caller takes; null if it takes none. */
  get place(): Place | null {
    const { callerKey, lastUsedAt, connection } = this
    if (connection === null || connection.state.kind === 'stopped') return null
    return { callerKey, lastUsedAt, isBusy: this.#isBusy(connection) }
  }

  /** A connection that is stopping is not started again: it must give its place back first. */
  start(): void {
    if (this.connection === null) this.#options.askForPlace(this)
  }

  changed(): Promise<void> {
    return this.#waiters.next()
  }

  /** Call when the caller's state may have changed. */
  tell(): void {
    this.#waiters.tell()
  }

  #isBusy({ state, isInUse, readySince }: Connection): boolean {
    if (state.kind === 'starting' || state.kind === 'stopping' || isInUse) return true
    if (readySince === null) return false
    return this.#options.clock.elapsed() - Math.max(this.lastUsedAt, readySince) < freshMs
  }
}
