/**
 * One server's connection: runs the effects of `connectionState` and is the only one who changes its state.
 * Sessions come and go beneath it; who uses it sees one thing that is up or says why not.
 */
import { AppError, messageOf } from '#contract/errors'
import type { ConnectionState, Launch, ProtocolEra, RestartPolicy, StateError } from '#contract/server'
import { type ConnectionEvent, isSettled, nextState } from '#engine/connections/connectionState'
import type { ClientIdentity } from '#engine/connections/envelope'
import type { RequestObserver } from '#engine/connections/jsonRpcPeer'
import type { ListingKind } from '#engine/connections/listingKinds'
import type { ServerLog } from '#engine/connections/serverLog'
import {
  type InboundRequest,
  LaunchFailure,
  openSession,
  type Session,
  type SessionBudgets,
} from '#engine/connections/session'
import type { OpenTransport, TransportExit } from '#engine/connections/transport'
import {
  defaultSupervisionRules,
  type FailureCounters,
  judgeEnd,
  type LaunchEnd,
  noFailures,
} from '#engine/policies/supervision'
import { judgeWake } from '#engine/policies/wake'
import type { Clock, Log, Random, Timer } from '#engine/ports'

export interface ConnectionOptions {
  readonly slug: string
  readonly restart: RestartPolicy
  readonly prepareLaunch: () => Promise<Launch>
  /** It runs elsewhere: nothing here is started, and it can be out of reach. */
  readonly isRemote: boolean
  /** What an earlier handshake found; null when unknown or stale. */
  readonly knownEra: ProtocolEra | null
  readonly identity: ClientIdentity
  readonly openTransport: OpenTransport
  readonly budgets: SessionBudgets
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
  readonly serverLog: ServerLog
  /** Takes secrets out of what is told of it. */
  readonly redact: (text: string) => string
}

export interface ConnectionEvents {
  onState(state: ConnectionState): void
  onListing(kind: ListingKind, entries: readonly unknown[]): void
  onEra(era: ProtocolEra): void
  onServerRequest(request: InboundRequest): void
  onNotification(method: string, params: Record<string, unknown>): void
}

export class Connection {
  readonly #options: ConnectionOptions
  readonly #events: ConnectionEvents
  #state: ConnectionState = { kind: 'stopped' }
  #session: Session | null = null
  #launching: AbortController | null = null
  #retry: Timer | null = null
  #counters: FailureCounters = noFailures
  #era: ProtocolEra | null
  #restarts = 0
  #launchedAt = 0
  #stopping: Promise<void> | null = null
  #startAfterStop = false
  /** How often it was asked to stop. */
  #stops = 0
  /** Set while a stop waits for calls under way. */
  #endDrain: (() => void) | null = null
  /** What is left of the launch before; the next one waits for it. */
  #remains: Promise<void> = Promise.resolve()
  readonly #waiting = new Set<() => void>()

  constructor(options: ConnectionOptions, events: ConnectionEvents) {
    this.#options = options
    this.#events = events
    this.#era = options.knownEra
  }

  get state(): ConnectionState {
    return this.#state
  }

  /** The session that takes calls; null while there is none. */
  get session(): Session | null {
    return this.#state.kind === 'ready' ? this.#session : null
  }

  get restarts(): number {
    return this.#restarts
  }

  get isRemote(): boolean {
    return this.#options.isRemote
  }

  get log(): ServerLog {
    return this.#options.serverLog
  }

  /** Starts it unless it runs, is about to run again, or failed for good. */
  start(): void {
    if (this.#state.kind === 'stopping') this.#startAfterStop = true
    else if (this.#state.kind === 'stopped') void this.#launch(1)
  }

  /** The machine has slept: what was true before need not be true now. */
  wake(): void {
    const { state } = this
    const verdict = judgeWake(state.kind, this.isRemote)
    if (verdict === 'check') void this.session?.check()
    else if (verdict === 'retry' && state.kind === 'backingOff') this.#tryAgain(state.attempt + 1)
  }

  /** Stops it, forgets its failures and starts it. */
  async restart(drainMs = 0): Promise<void> {
    const stopped = this.stop(drainMs)
    const stops = this.#stops
    await stopped
    // Whoever stopped it meanwhile wants it stopped.
    if (this.#stops !== stops) return
    this.#counters = noFailures
    this.start()
  }

  /** Calls under way get `drainMs` to finish. Idempotent; resolves when nothing of it is left. */
  async stop(drainMs = 0): Promise<void> {
    this.#stops++
    this.#startAfterStop = false
    // Who does not wait does not let an earlier stop wait either.
    if (drainMs === 0) this.#endDrain?.()
    this.#retry?.cancel()
    this.#retry = null
    if (this.#stopping === null && (this.#launching !== null || this.#session !== null))
      this.#stopping = this.#stopRunning(drainMs).finally(() => this.#stopEnded())
    else if (this.#stopping === null) this.#apply({ type: 'stop', at: this.#options.clock.now() })
    await this.#stopping
    await this.#nothingLeft()
  }

  /** Resolves when it is neither starting nor stopping. */
  async settled(): Promise<ConnectionState> {
    while (!isSettled(this.#state)) await this.changed()
    return this.#state
  }

  /** Resolves at the next change of its state. */
  changed(): Promise<void> {
    return new Promise((resolve) => this.#waiting.add(resolve))
  }

  request(
    method: string,
    params: Readonly<Record<string, unknown>>,
    capabilities: Readonly<Record<string, unknown>>,
    observer: RequestObserver,
  ): number {
    const session = this.session
    if (session === null) throw new AppError('SERVER_UNAVAILABLE', `The server ${this.#options.slug} is not ready.`)
    return session.request(method, params, capabilities, observer)
  }

  async #launch(attempt: number): Promise<void> {
    const { clock, serverLog } = this.#options
    const controller = new AbortController()
    this.#launching = controller
    this.#launchedAt = clock.now()
    this.#apply({ type: 'start', at: this.#launchedAt, attempt })
    await this.#remains
    const opening = this.#open(controller.signal)
    this.#remains = opening.then(
      () => undefined,
      () => undefined,
    )
    try {
      const session = await opening
      if (controller.signal.aborted) {
        this.#remains = session.close()
        return
      }
      this.#launching = null
      this.#session = session
      this.#becomeReady(session)
    } catch (thrown) {
      if (controller.signal.aborted) return
      this.#launching = null
      const failure = thrown instanceof LaunchFailure ? thrown : null
      // Some servers end at a method they do not know: such a one is legacy, and its end is no failure of it.
      if (failure?.probed === true && this.#era === null && failure.error.code === 'HANDSHAKE_FAILED') {
        this.#era = 'legacy'
        this.#apply({ type: 'retry', attempt, retryAt: clock.now(), error: this.#stateError(failure.error) })
        void this.#launch(attempt)
        return
      }
      const error = failure?.error ?? new AppError('INTERNAL', messageOf(thrown), { cause: thrown })
      serverLog.append('engine', error.message)
      this.#judge({ kind: 'failedConnect', hopeless: isHopeless(error) }, this.#stateError(error, this.#lastWords()))
    }
  }

  #open(signal: AbortSignal): Promise<Session> {
    const { slug, prepareLaunch, openTransport, identity, clock, random, budgets, serverLog } = this.#options
    const session = openSession(
      { label: slug, prepareLaunch, openTransport, identity, knownEra: this.#era, clock, random, budgets, signal },
      {
        onPhase: (phase) => {
          if (!signal.aborted) this.#apply({ type: 'phase', phase })
        },
        onOutput: (source, text) => serverLog.append(source, text),
        onListing: (kind, entries) => {
          if (!signal.aborted) this.#events.onListing(kind, entries)
        },
        onServerRequest: (request) => this.#events.onServerRequest(request),
        onNotification: (method, params) => this.#events.onNotification(method, params),
        onOver: (exit) => this.#sessionOver(signal, exit),
      },
    )
    return session
  }

  #becomeReady(session: Session): void {
    const { era, protocolVersion, implementation } = session.handshake
    this.#counters = { ...this.#counters, failedConnects: 0 }
    this.#era = era
    this.#events.onEra(era)
    this.#apply({
      type: 'ready',
      at: this.#options.clock.now(),
      facts: { pid: session.pid, era, protocolVersion, implementation },
    })
  }

  #sessionOver(signal: AbortSignal, exit: TransportExit): void {
    const session = this.#session
    if (signal.aborted || session === null || this.#state.kind !== 'ready') return
    this.#session = null
    this.#remains = session.close()
    const error = exit.error ?? new AppError('SERVER_LOST', `The server ${exit.reason}.`)
    this.#options.serverLog.append('engine', error.message)
    const readyMs = this.#options.clock.now() - this.#state.since
    this.#judge({ kind: 'ended', readyMs, clean: exit.code === 0 }, this.#stateError(error, this.#lastWords()))
  }

  #judge(end: LaunchEnd, error: StateError): void {
    const { clock, random, restart, log, slug } = this.#options
    const { counters, verdict } = judgeEnd(this.#counters, end, restart, random(), defaultSupervisionRules)
    this.#counters = counters
    log.warn({ server: slug, verdict: verdict.kind, code: error.code }, error.message)
    switch (verdict.kind) {
      case 'rest':
        this.#apply({ type: 'ended' })
        break
      case 'giveUp':
        this.#apply({ type: 'fail', at: clock.now(), error })
        break
      case 'retry':
        this.#apply({ type: 'retry', attempt: verdict.attempt, retryAt: clock.now() + verdict.delayMs, error })
        this.#retry = clock.after(verdict.delayMs, () => this.#tryAgain(verdict.attempt + 1))
    }
  }

  #tryAgain(attempt: number): void {
    this.#retry?.cancel()
    this.#retry = null
    this.#restarts++
    void this.#launch(attempt)
  }

  async #stopRunning(drainMs: number): Promise<void> {
    this.#apply({ type: 'stop', at: this.#options.clock.now() })
    this.#launching?.abort()
    this.#launching = null
    const session = this.#session
    if (session !== null) {
      if (drainMs > 0) await this.#drained(session, drainMs)
      this.#session = null
      await session.close('the server was stopped')
    }
    await this.#nothingLeft()
  }

  #stopEnded(): void {
    // Before it is told: whoever hears of it may start it, and somebody else may stop that start.
    this.#stopping = null
    this.#apply({ type: 'ended' })
    if (this.#startAfterStop) this.start()
  }

  async #nothingLeft(): Promise<void> {
    let remains: Promise<void> | null = null
    while (remains !== this.#remains) {
      remains = this.#remains
      await remains
    }
  }

  async #drained(session: Session, drainMs: number): Promise<void> {
    if (session.pendingCount === 0) return
    await new Promise<void>((resolve) => {
      const end = () => {
        timer.cancel()
        session.onIdle = null
        this.#endDrain = null
        resolve()
      }
      const timer = this.#options.clock.after(drainMs, end)
      session.onIdle = end
      this.#endDrain = end
    })
  }

  #lastWords(): string | undefined {
    const words = this.log
      .lines()
      .filter((line) => line.source === 'stderr' && line.at >= this.#launchedAt && line.text.trim() !== '')
      .slice(-3)
      .map((line) => line.text)
    return words.length === 0 ? undefined : `It printed last: ${words.join(' ⏎ ')}`
  }

  #stateError(error: AppError, hint?: string): StateError {
    const message = this.#options.redact(error.message)
    return { code: error.code, message, ...(hint === undefined ? {} : { hint }) }
  }

  #apply(event: ConnectionEvent): void {
    const state = nextState(this.#state, event)
    if (state === this.#state) return
    this.#state = state
    const waiting = [...this.#waiting]
    this.#waiting.clear()
    this.#events.onState(state)
    for (const resolve of waiting) resolve()
  }
}

/** Trying again cannot help before somebody changes something. */
function isHopeless(error: AppError): boolean {
  return ['COMMAND_FAILED', 'SECRET_MISSING', 'SIGN_IN_REQUIRED', 'VAULT_UNAVAILABLE'].includes(error.code)
}
