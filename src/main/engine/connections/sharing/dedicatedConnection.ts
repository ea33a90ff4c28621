/**
 * The connection to a server that gives each caller its own session, up to a number of places. One further session
 * belongs to no caller: it shows that the server can start, and what it offers.
 */
import type { ConnectionState, StateError } from '#contract/servers/server'
import { Connection } from '#engine/connections/connection'
import type { ConnectionEvents, ConnectionOptions, ConnectionRules } from '#engine/connections/connectionOptions'
import { isSettled } from '#engine/connections/connectionState'
import type { ServerConnection } from '#engine/connections/serverConnection'
import type { ServerLog } from '#engine/connections/serverLog'
import type { Session } from '#engine/connections/session/session'
import { CallerConnection } from '#engine/connections/sharing/callerConnection'
import { Waiters } from '#engine/connections/lifetime/waiters'
import { findPlace } from '#engine/connections/sharing/dedicatedPlaces'
import type { Timer } from '#engine/ports'

export interface DedicatedConnectionOptions {
  readonly connection: ConnectionOptions
  /** The rules for callers' sessions. */
  readonly callerRules: ConnectionRules
  readonly places: number
}

/** How often to look for a free place while a caller is waiting for one. */
const lookForPlaceMs = 250
/**
 * The number of remembered callers above which those without a session are forgotten, if they were last seen too long
 * ago to return to an old call.
 */
const maxCallers = 256
const forgetAfterMs = 7_200_000

export class DedicatedConnection implements ServerConnection {
  readonly #options: DedicatedConnectionOptions
  readonly #events: ConnectionEvents
  readonly #waiters = new Waiters()
  /** The session that belongs to no caller. */
  readonly #own: Connection
  readonly #callers = new Map<string, CallerConnection>()
  #looking: Timer | null = null

  constructor(options: DedicatedConnectionOptions, events: ConnectionEvents) {
    this.#options = options
    this.#events = events
    this.#own = new Connection(options.connection, {
      ...events,
      onState: () => {
        for (const caller of this.#callers.values()) caller.tell()
        this.#tell()
      },
    })
  }

  /** The server is ready as long as any of its sessions is. */
  get state(): ConnectionState {
    const states = [this.#own, ...this.#seated()].map(({ state }) => state)
    const order = ['ready', 'starting', 'backingOff', 'failed', 'stopping'] as const
    for (const kind of order) {
      const found = states.find((state) => state.kind === kind)
      if (found !== undefined) return found
    }
    return this.#own.state
  }

  get session(): Session | null {
    return this.#own.session
  }

  get isRemote(): boolean {
    return this.#own.isRemote
  }

  get restarts(): number {
    return [this.#own, ...this.#seated()].reduce((sum, { restarts }) => sum + restarts, 0)
  }

  get log(): ServerLog {
    return this.#own.log
  }

  /** A question in a session is always for that session's own caller. */
  get hasSeveralCallers(): boolean {
    return false
  }

  get pendingCount(): number {
    return [this.#own, ...this.#seated()].reduce((sum, { pendingCount }) => sum + pendingCount, 0)
  }

  connectionFor(callerKey: string): CallerConnection {
    let caller = this.#callers.get(callerKey)
    if (caller === undefined) {
      this.#forgetOld()
      caller = this.#newCaller(callerKey)
      this.#callers.set(callerKey, caller)
    }
    caller.lastUsedAt = this.#options.connection.clock.elapsed()
    return caller
  }

  callerGone(callerKey: string): void {
    const caller = this.#callers.get(callerKey)
    if (caller === undefined) return
    caller.waitNoLonger()
    // The caller is kept until its session has ended, so that stopping the whole server also waits for that session.
    void (caller.connection?.stop() ?? Promise.resolve()).then(() => {
      if (caller.connection === null && !caller.isWaiting) this.#callers.delete(callerKey)
    })
  }

  start(): void {
    this.#own.start()
  }

  touch(): void {
    this.#own.touch()
  }

  wake(): void {
    for (const connection of [this.#own, ...this.#seated()]) connection.wake()
  }

  hold(error: StateError): void {
    this.#own.hold(error)
  }

  async restart(drainMs = 0): Promise<void> {
    await Promise.all([this.#own.restart(drainMs), ...this.#stopCallers(drainMs)])
  }

  async stop(drainMs = 0): Promise<void> {
    await Promise.all([this.#own.stop(drainMs), ...this.#stopCallers(drainMs)])
  }

  async settled(): Promise<ConnectionState> {
    while (!isSettled(this.state)) await this.changed()
    return this.state
  }

  changed(): Promise<void> {
    return this.#waiters.next()
  }

  #newCaller(callerKey: string): CallerConnection {
    const { isRemote, clock } = this.#options.connection
    return new CallerConnection({
      callerKey,
      isRemote,
      clock,
      askForPlace: (caller) => {
        if (this.#options.callerRules.mayStart === false || this.#own.state.kind === 'failed') return
        if (!caller.isWaiting) {
          // Callers get places in the order in which they start waiting. A caller may also have been forgotten since.
          this.#callers.delete(callerKey)
          this.#callers.set(callerKey, caller)
        }
        caller.wait()
        this.#givePlaces()
      },
      refusal: () => (this.#own.state.kind === 'failed' ? this.#own.state : null),
    })
  }

  #stopCallers(drainMs: number): Promise<void>[] {
    for (const caller of this.#callers.values()) caller.waitNoLonger()
    return this.#seated().map((connection) => connection.stop(drainMs))
  }

  #seated(): Connection[] {
    return [...this.#callers.values()].flatMap(({ connection }) => (connection === null ? [] : [connection]))
  }

  /**
   * Gives free places to waiting callers, in the order in which they started waiting. Ends at most as many sessions as
   * there are waiting callers.
   */
  #givePlaces(): void {
    this.#looking?.cancel()
    this.#looking = null
    const callers = [...this.#callers.values()]
    if (this.#own.state.kind === 'failed') for (const caller of callers) caller.waitNoLonger()
    const waiting = callers.filter(({ isWaiting }) => isWaiting)
    const places = callers.flatMap(({ place }) => place ?? [])
    let ending = callers.filter(({ connection }) => connection?.state.kind === 'stopping').length
    for (const caller of waiting) {
      const seating = findPlace(places, this.#options.places)
      if (seating.kind === 'free') {
        this.#seat(caller)
        places.push({ callerKey: caller.callerKey, isBusy: true, lastUsedAt: caller.lastUsedAt })
      } else if (ending > 0) ending--
      else if (seating.kind === 'instead') {
        void this.#callers.get(seating.callerKey)?.connection?.stop()
        places.splice(0, places.length, ...callers.flatMap(({ place }) => place ?? []))
      }
    }
    if (waiting.some(({ isWaiting }) => isWaiting))
      this.#looking = this.#options.connection.clock.after(lookForPlaceMs, () => this.#givePlaces())
  }

  #seat(caller: CallerConnection): void {
    const connection: Connection = new Connection(
      { ...this.#options.connection, rules: this.#options.callerRules },
      { ...this.#events, onState: (state) => this.#callerChanged(caller, connection, state) },
    )
    caller.seat(connection)
    connection.start()
  }

  #callerChanged(caller: CallerConnection, connection: Connection, state: ConnectionState): void {
    if (state.kind === 'stopped') caller.unseat(connection)
    caller.tell()
    this.#tell()
    if (state.kind === 'stopped' && this.#looking !== null) this.#givePlaces()
  }

  #forgetOld(): void {
    if (this.#callers.size < maxCallers) return
    const before = this.#options.connection.clock.elapsed() - forgetAfterMs
    for (const [key, { connection, isWaiting, lastUsedAt }] of this.#callers)
      if (connection === null && !isWaiting && lastUsedAt < before) this.#callers.delete(key)
  }

  #tell(): void {
    this.#events.onState(this.state)
    this.#waiters.tell()
  }
}
