/**
 * One server's connection: runs the effects of `connectionState` and is the only one who changes its state.
 * Sessions come and go beneath it; who uses it sees one thing that is up or says why not.
 */
import { durationText } from '#contract/text/durationText'
import { AppError, messageOf } from '#contract/errors'
import type { ConnectionState, StateError } from '#contract/servers/server'
import type { RequestContext } from '#engine/connections/callable'
import { type ConnectionEvents, type ConnectionOptions, verdictOf } from '#engine/connections/connectionOptions'
import { type ConnectionEvent, isSettled, nextState } from '#engine/connections/connectionState'
import { type Drain, drain } from '#engine/connections/lifetime/drain'
import { failureInWords } from '#engine/connections/failureInWords'
import { IdleWatch } from '#engine/connections/lifetime/idleWatch'
import type { ServerConnection } from '#engine/connections/serverConnection'
import { printedSince, type ServerLog } from '#engine/connections/serverLog'
import type { RequestObserver } from '#engine/connections/peer/requestObserver'
import { type AskedEras, LaunchFailure, withoutEra } from '#engine/connections/launchFailure'
import { openSession, type Session } from '#engine/connections/session/session'
import type { TransportExit } from '#engine/connections/transport'
import { Waiters } from '#engine/connections/lifetime/waiters'
import {
  defaultSupervisionRules,
  type FailureCounters,
  judgeEnd,
  type LaunchEnd,
  noFailures,
} from '#engine/policies/supervision'
import { judgeWake } from '#engine/connections/lifetime/wake'
import type { Timer } from '#engine/ports'

export class Connection implements ServerConnection {
  readonly #options: ConnectionOptions
  readonly #events: ConnectionEvents
  #state: ConnectionState = { kind: 'stopped' }
  #session: Session | null = null
  #launching: AbortController | null = null
  #retry: Timer | null = null
  #counters: FailureCounters = noFailures
  #eras: AskedEras
  #restarts = 0
  #launchedAt = 0
  #readySince = 0
  #stopping: Promise<void> | null = null
  #startAfterStop = false
  /** How often it was asked to stop. */
  #stops = 0
  /** Set while a stop waits for calls under way. */
  #drain: Drain | null = null
  #idleWatch: IdleWatch | null = null
  #touches = 0
  /** What is left of the launch before; the next one waits for it. */
  #remains: Promise<void> = Promise.resolve()
  readonly #waiters = new Waiters()

  constructor(options: ConnectionOptions, events: ConnectionEvents) {
    this.#options = options
    this.#events = events
    this.#eras = { knownEra: options.knownEra, wantedEra: options.wantedEra ?? null }
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

  get hasSeveralCallers(): boolean {
    return this.session?.use.hasSeveralCallers === true
  }

  /** Somebody waits for an answer, or for changes of a resource. */
  get isInUse(): boolean {
    return this.pendingCount > 0 || this.session?.use.isFollowed === true
  }

  /** By the clock that never jumps. */
  get readySince(): number {
    return this.#readySince
  }

  /** Calls that wait for an answer. */
  get pendingCount(): number {
    return this.session?.pendingCount ?? 0
  }

  /** Starts it unless it runs, is about to run again, or failed for good. */
  start(): void {
    if (this.#options.rules.mayStart === false) return
    if (this.#state.kind === 'stopping') this.#startAfterStop = true
    else if (this.#state.kind === 'stopped') void this.#launch(1)
  }

  touch(): void {
    this.#touches++
  }

  hold(error: StateError): void {
    this.#cancelRetry()
    this.#apply({ type: 'hold', at: this.#options.clock.now(), error })
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
    if (drainMs === 0) this.#drain?.cutShort()
    this.#cancelRetry()
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

  changed(): Promise<void> {
    return this.#waiters.next()
  }

  request(
    method: string,
    params: Readonly<Record<string, unknown>>,
    capabilities: Readonly<Record<string, unknown>>,
    observer: RequestObserver,
    context?: RequestContext,
  ): number {
    const session = this.session
    if (session === null) throw new AppError('SERVER_UNAVAILABLE', `The server ${this.#options.slug} is not ready.`)
    return session.request(method, params, capabilities, observer, context)
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
      // Some servers end at a method they do not know: it speaks the other era, and its end is no failure of it.
      const erasLeft = failure?.error.code === 'HANDSHAKE_FAILED' ? withoutEra(this.#eras, failure.eraLeft) : null
      if (failure !== null && erasLeft !== null) {
        this.#eras = erasLeft
        this.#apply({ type: 'retry', attempt, retryAt: clock.now(), error: this.#stateError(failure.error) })
        void this.#launch(attempt)
        return
      }
      const error = failure?.error ?? new AppError('INTERNAL', messageOf(thrown), { cause: thrown })
      serverLog.append('engine', error.message)
      this.#judge(
        { kind: 'failedConnect', code: error.code, wasReady: this.#options.past.wasReady },
        this.#stateError(error),
      )
    }
  }

  #open(signal: AbortSignal): Promise<Session> {
    const { serverLog } = this.#options
    return openSession(
      { ...this.#options, label: this.#options.slug, ...this.#eras, signal, printed: () => this.#printed() },
      {
        onPhase: (phase) => {
          if (!signal.aborted) this.#apply({ type: 'phase', phase })
        },
        onOutput: (source, text) => serverLog.append(source, text),
        onListing: (kind, entries) => {
          if (!signal.aborted) this.#events.onListing(kind, entries)
        },
        onServerRequest: (request) => this.#events.onServerRequest(request, this),
        onNotification: (method, params, within) => this.#events.onNotification(method, params, this, within),
        onOver: (exit) => this.#sessionOver(signal, exit),
      },
    )
  }

  #becomeReady(session: Session): void {
    const { era, alsoSpeaks, protocolVersion, implementation } = session.handshake
    this.#counters = { ...this.#counters, failedConnects: 0 }
    this.#options.past.wasReady = true
    this.#eras = { ...this.#eras, knownEra: verdictOf(session.handshake) }
    this.#events.onEra(session.handshake)
    this.#watchIdleness(session)
    this.#readySince = this.#options.clock.elapsed()
    this.#apply({
      type: 'ready',
      at: this.#options.clock.now(),
      facts: { pid: session.pid, era, ...(alsoSpeaks && { alsoSpeaks }), protocolVersion, implementation },
    })
  }

  #sessionOver(signal: AbortSignal, exit: TransportExit): void {
    const session = this.#session
    if (signal.aborted || session === null || this.#state.kind !== 'ready') return
    this.#session = null
    this.#remains = session.close()
    const error = exit.error ?? new AppError('SERVER_LOST', `The server ${exit.reason}.`)
    this.#options.serverLog.append('engine', error.message)
    const readyMs = this.#options.clock.elapsed() - this.#readySince
    this.#judge({ kind: 'ended', readyMs, clean: exit.code === 0 }, this.#stateError(error))
  }

  #judge(end: LaunchEnd, error: StateError): void {
    const { clock, random, rules, log, slug } = this.#options
    const { counters, verdict } = judgeEnd(this.#counters, end, rules.restart, random(), defaultSupervisionRules)
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

  #watchIdleness(session: Session): void {
    const { clock, serverLog } = this.#options
    const limitMs = () => this.#options.rules.idleLimitMs ?? null
    this.#idleWatch = new IdleWatch({
      clock,
      limitMs,
      use: () => ({ count: session.use.count + this.#touches, isBusy: this.isInUse }),
      onIdle: () => {
        serverLog.append(
          'engine',
          `Nobody used it for ${durationText(limitMs() ?? 0)}: it rests until it is used again.`,
        )
        void this.stop()
      },
    })
  }

  #cancelRetry(): void {
    this.#retry?.cancel()
    this.#retry = null
  }

  #tryAgain(attempt: number): void {
    this.#cancelRetry()
    this.#restarts++
    void this.#launch(attempt)
  }

  async #stopRunning(drainMs: number): Promise<void> {
    this.#apply({ type: 'stop', at: this.#options.clock.now() })
    this.#launching?.abort()
    this.#launching = null
    const session = this.#session
    if (session !== null) {
      this.#drain = drain(session, drainMs, this.#options.clock)
      await this.#drain.done
      this.#drain = null
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

  #stateError(error: AppError): StateError {
    return failureInWords(error, this.#printed(), this.#options.redact)
  }

  /** Since this launch began. */
  #printed(): string[] {
    return printedSince(this.log, this.#launchedAt)
  }

  #apply(event: ConnectionEvent): void {
    const state = nextState(this.#state, event)
    if (state === this.#state) return
    this.#state = state
    if (state.kind !== 'ready') {
      this.#idleWatch?.end()
      this.#idleWatch = null
    }
    this.#events.onState(state)
    this.#waiters.tell()
  }
}
