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
const stopped: ConnectionState = { kind: 'stopped' }

export class CallerConnection implements CallableConnection {
  readonly callerKey: string
  readonly #options: CallerConnectionOptions
  readonly #waiters = new Waiters()
  connection: Connection | null = null
  lastUsedAt: number
  /** While it has no connection. The same object for as long as it is the same state. */
  #own: ConnectionState = stopped

  constructor(options: CallerConnectionOptions) {
    this.callerKey = options.callerKey
    this.#options = options
    this.lastUsedAt = options.clock.elapsed()
  }

  get state(): ConnectionState {
    if (this.connection !== null) return this.connection.state
    return this.#options.refusal() ?? this.#own
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
    return this.#own.kind === 'starting'
  }

  set isWaiting(waits: boolean) {
    if (waits === this.isWaiting) return
    this.#own = waits ? { kind: 'starting', phase: 'spawning', since: this.#options.clock.now(), attempt: 1 } : stopped
    this.tell()
  }

  /** The place that it takes; null when it has none. */
  get place(): Place | null {
    if (this.connection === null || this.connection.state.kind === 'stopped') return null
    const { callerKey, lastUsedAt } = this
    return { callerKey, lastUsedAt, isBusy: this.#isBusy(this.connection) }
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
