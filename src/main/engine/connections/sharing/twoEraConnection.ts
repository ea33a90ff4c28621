/**
 * The connection to a server that may support two eras. The first session is in one of them, and shows what the server
 * offers. When a caller first needs the other era, a second session is opened for it. That session rests when unused,
 * like any other.
 */
import type { ConnectionState, ProtocolEra, StateError } from '#contract/servers/server'
import type { CallableConnection, CallableSession } from '#engine/connections/callable'
import type { ConnectionEvents } from '#engine/connections/connectionOptions'
import { isSettled } from '#engine/connections/connectionState'
import type { ServerConnection } from '#engine/connections/serverConnection'
import type { ServerLog } from '#engine/connections/serverLog'
import { Waiters } from '#engine/connections/lifetime/waiters'
import { nextOtherEra, noOtherEra, type OtherEra, type OtherEraEvent, usesOther } from '#engine/policies/otherEra'
import type { Clock } from '#engine/ports'

export interface TwoEraOptions {
  readonly first: (events: ConnectionEvents) => ServerConnection
  /** `isKnown`: whether a session in this era was ever up. Until then, its failures say nothing about the server. */
  readonly other: (era: ProtocolEra, events: ConnectionEvents, isKnown: () => boolean) => ServerConnection
  readonly clock: Clock
}

interface Other {
  readonly era: ProtocolEra
  readonly connection: ServerConnection
}

export class TwoEraConnection implements ServerConnection {
  readonly #options: TwoEraOptions
  readonly #events: ConnectionEvents
  readonly #waiters = new Waiters()
  readonly #first: ServerConnection
  #known: OtherEra = noOtherEra
  #other: Other | null = null

  constructor(options: TwoEraOptions, events: ConnectionEvents) {
    this.#options = options
    this.#events = events
    this.#first = options.first({ ...events, onState: (state) => this.#firstChanged(state) })
  }

  /** The server is ready as long as either session is. */
  get state(): ConnectionState {
    const { state } = this.#first
    const other = this.#other?.connection.state
    return state.kind === 'stopped' && other?.kind === 'ready' ? other : state
  }

  get session(): CallableSession | null {
    return this.#first.session
  }

  get target(): object {
    return this.#first.target ?? this.#first
  }

  get otherEra(): ProtocolEra | null {
    const known = this.#known
    return known.kind !== 'none' && this.#isUsed(known.era) ? known.era : null
  }

  get isRemote(): boolean {
    return this.#first.isRemote === true
  }

  get restarts(): number {
    return this.#first.restarts + (this.#other?.connection.restarts ?? 0)
  }

  get log(): ServerLog {
    return this.#first.log
  }

  get hasSeveralCallers(): boolean {
    return this.#first.hasSeveralCallers
  }

  get pendingCount(): number {
    return this.#first.pendingCount + (this.#other?.connection.pendingCount ?? 0)
  }

  connectionFor(callerKey: string, era?: ProtocolEra): CallableConnection {
    const first = partOf(this.#first, callerKey)
    if (era === undefined || !this.#isUsed(era)) return first
    const other = partOf(this.#openOther(era), callerKey)
    if (other.session !== null) return other
    // Started here, because in a group whose other servers can take the call, nothing waits for this session.
    if (other.state.kind === 'stopped') other.start()
    return new EitherWay(first, other, () => this.#isUsed(era), this.#waiters)
  }

  callerGone(callerKey: string): void {
    for (const connection of this.#both()) connection.callerGone?.(callerKey)
  }

  start(): void {
    this.#first.start()
  }

  touch(): void {
    this.#first.touch()
  }

  wake(): void {
    for (const connection of this.#both()) connection.wake()
  }

  hold(error: StateError): void {
    this.#first.hold(error)
    void this.#other?.connection.stop()
  }

  async restart(drainMs = 0): Promise<void> {
    await Promise.all([this.#first.restart(drainMs), this.#stopOther(drainMs)])
  }

  async stop(drainMs = 0): Promise<void> {
    await Promise.all([this.#first.stop(drainMs), this.#stopOther(drainMs)])
  }

  async settled(): Promise<ConnectionState> {
    while (!isSettled(this.state)) await this.changed()
    return this.state
  }

  changed(): Promise<void> {
    return this.#waiters.next()
  }

  #both(): ServerConnection[] {
    return this.#other === null ? [this.#first] : [this.#first, this.#other.connection]
  }

  #isUsed(era: ProtocolEra): boolean {
    return usesOther(this.#known, era, this.#options.clock.now())
  }

  #openOther(era: ProtocolEra): ServerConnection {
    if (this.#other?.era !== era) {
      void this.#other?.connection.stop()
      const events = this.#otherEvents(era)
      this.#other = { era, connection: this.#options.other(era, events, () => this.#known.kind === 'spoken') }
    }
    return this.#other.connection
  }

  #otherEvents(era: ProtocolEra): ConnectionEvents {
    return {
      ...this.#events,
      onEra: () => undefined,
      onState: (state) => this.#otherChanged(state),
      onListing: (kind, entries) => this.#events.onListing(kind, entries, era),
    }
  }

  #firstChanged(state: ConnectionState): void {
    if (state.kind === 'ready') {
      const { era, alsoSpeaks } = state
      this.#learn({ type: 'firstUp', era, alsoSpeaks, isOpen: this.isRemote })
      if (this.#known.kind === 'none' || this.#known.era !== this.#other?.era) void this.#other?.connection.stop()
    }
    this.#tell()
  }

  #otherChanged({ kind }: ConnectionState): void {
    if (kind === 'ready') this.#learn({ type: 'otherUp' })
    else if (kind === 'failed' || kind === 'backingOff') {
      this.#learn({ type: 'otherFailed', at: this.#options.clock.now() })
      if (this.#known.kind === 'useless') void this.#other?.connection.stop()
    }
    this.#tell()
  }

  #learn(event: OtherEraEvent): void {
    const before = this.#known
    this.#known = nextOtherEra(before, event)
    if (this.#known.kind === 'spoken' && before.kind !== 'spoken')
      this.log.append(
        'engine',
        `The server supports both eras: clients that need the ${this.#known.era} era get their own session.`,
      )
  }

  /**
   * Stops the other session and forgets what is known about that era: a person who stops a server expects a fresh
   * start.
   */
  async #stopOther(drainMs: number): Promise<void> {
    this.#known = noOtherEra
    await this.#other?.connection.stop(drainMs)
  }

  #tell(): void {
    this.#events.onState(this.state)
    this.#waiters.tell()
  }
}

/** Leads to the other era's session, or to the first session if the server turns out not to support that era. */
class EitherWay implements CallableConnection {
  readonly #first: CallableConnection
  readonly #other: CallableConnection
  readonly #isOther: () => boolean
  readonly #waiters: Waiters

  constructor(first: CallableConnection, other: CallableConnection, isOther: () => boolean, waiters: Waiters) {
    this.#first = first
    this.#other = other
    this.#isOther = isOther
    this.#waiters = waiters
  }

  get state(): ConnectionState {
    return this.#way.state
  }

  get session(): CallableSession | null {
    return this.#way.session
  }

  get target(): object {
    return this.#way.target ?? this.#way
  }

  get isRemote(): boolean {
    return this.#way.isRemote === true
  }

  start(): void {
    this.#way.start()
  }

  changed(): Promise<void> {
    return Promise.race([this.#waiters.next(), this.#way.changed()])
  }

  get #way(): CallableConnection {
    return this.#isOther() ? this.#other : this.#first
  }
}

function partOf(connection: ServerConnection, callerKey: string): CallableConnection {
  return connection.connectionFor?.(callerKey) ?? connection
}
