/**
 * One server's connection. It is always in exactly one stage, which it alone changes, by the rules of `nextState`.
 * Sessions start and end within it. Its users see one connection, which is up or says why it is not.
 */
import { durationText } from '#contract/text/durationText'
import { AppError } from '#contract/errors'
import type { ConnectionState, StartPhase, StateError } from '#contract/servers/server'
import type { ConnectionEvents, ConnectionOptions } from '#engine/connections/connectionOptions'
import { type ConnectionEvent, isSettled, nextState } from '#engine/connections/connectionState'
import { Launch, type LaunchEvents } from '#engine/connections/launching/launch'
import { type LaunchFailure, launchFailureOf } from '#engine/connections/launching/launchFailure'
import { LaunchHistory } from '#engine/connections/launching/launchHistory'
import { judgeWake } from '#engine/connections/lifetime/wake'
import { Waiters } from '#engine/connections/lifetime/waiters'
import type { ConnectionHealth, ServerConnection } from '#engine/connections/serverConnection'
import type { ServerLog } from '#engine/connections/serverLog'
import type { Session } from '#engine/connections/session/session'
import {
  backingOff,
  failed,
  isInUse,
  isOfKind,
  ready,
  type Stage,
  type StageFor,
  type Stages,
  starting,
  stopped,
  type Stopping,
  stopping,
} from '#engine/connections/stage'
import type { TransportExit } from '#engine/connections/transport'
import { accountIn } from '#engine/connections/transports/credentials'
import { defaultSupervisionRules, type LaunchEnd } from '#engine/policies/supervision'

export class Connection implements ServerConnection {
  readonly #options: ConnectionOptions
  readonly #events: ConnectionEvents
  readonly #waiters = new Waiters()
  readonly #history: LaunchHistory
  #stage: Stage = stopped({ kind: 'stopped' })
  #restarts = 0
  /**
   * Resolves when nothing is left of a session that ended by itself. The next launch waits for this, and so does a
   * stop.
   */
  #remains: Promise<void> = Promise.resolve()

  constructor(options: ConnectionOptions, events: ConnectionEvents) {
    this.#options = options
    this.#events = events
    this.#history = new LaunchHistory(options)
  }

  get state(): ConnectionState {
    return this.#stage.state
  }

  /** The session that takes calls; null if none does. */
  get session(): Session | null {
    const stage = this.#stage
    return stage.kind === 'ready' ? stage.session : null
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

  /** Whether a caller is waiting for an answer, or for changes to a resource. */
  get isInUse(): boolean {
    const { session } = this
    return session !== null && isInUse(session)
  }

  /** When the connection became ready, in monotonic time. Null while it is not ready. */
  get readySince(): number | null {
    return this.#stage.kind === 'ready' ? this.#stage.since : null
  }

  get health(): ConnectionHealth {
    const stage = this.#stage
    const { clock, supervision = defaultSupervisionRules } = this.#options
    const isStable = stage.kind === 'ready' && clock.elapsed() - stage.since >= supervision.stableAfterMs
    return {
      isSilent: stage.kind === 'ready' && stage.heartbeat?.isSilent === true,
      isInCrashLoop: this.#history.isInCrashLoop && !isStable,
      isBusy: this.session?.isBusy === true,
    }
  }

  /** The number of calls that are waiting for an answer. */
  get pendingCount(): number {
    return this.session?.pendingCount ?? 0
  }

  /**
   * Starts the server, unless it may not start, is already running, is waiting for a retry, or has failed for good. A
   * server that is stopping is started again afterwards.
   */
  start(): void {
    if (this.#options.rules.mayStart === false) return
    if (this.#stage.kind === 'stopping') this.#stage.startsAfter = true
    else if (this.#stage.kind === 'stopped') this.#launch(1)
  }

  touch(): void {
    this.session?.use.touch()
  }

  hold(error: StateError): void {
    this.#move('failed', { type: 'hold', at: this.#options.clock.now(), error }, failed)
  }

  /** Call after the machine has slept. The connection may be dead, or the cause of a failure may be gone. */
  wake(): void {
    const stage = this.#stage
    const verdict = judgeWake(stage.kind, this.isRemote)
    if (verdict === 'check') void this.session?.check()
    else if (verdict === 'retry' && stage.kind === 'backingOff') this.#tryAgain(stage.state.attempt + 1)
  }

  /** Stops the server, forgets its failures and starts it again, unless another stop comes in between. */
  async restart(drainMs = 0): Promise<void> {
    this.#history.forgetFailures()
    await this.#end(drainMs, true)
  }

  /**
   * Stops the server. Calls in progress get `drainMs` to finish. Idempotent. Resolves when nothing of the launch is
   * left.
   */
  async stop(drainMs = 0): Promise<void> {
    await this.#end(drainMs, false)
  }

  /** Resolves when the state is neither starting nor stopping. */
  async settled(): Promise<ConnectionState> {
    while (!isSettled(this.state)) await this.changed()
    return this.state
  }

  changed(): Promise<void> {
    return this.#waiters.next()
  }

  async #end(drainMs: number, startsAfter: boolean): Promise<void> {
    const stage = this.#stage
    const event = { type: 'stop', at: this.#options.clock.now() } as const
    switch (stage.kind) {
      case 'starting':
      case 'ready': {
        const ending = (state: Stopping['state']) =>
          stopping(state, stage.giveUp(drainMs), { startsAfter, onDone: this.#stopEnded })
        await this.#move('stopping', event, ending)?.done
        await this.#remains
        break
      }
      case 'stopping':
        stage.startsAfter = startsAfter
        // A stop without a drain ends an earlier drain immediately.
        if (drainMs === 0) stage.cutShort()
        await stage.done
        await this.#remains
        break
      case 'stopped':
      case 'backingOff':
      case 'failed': {
        const down = this.#move('stopped', event, stopped)
        await this.#remains
        // A listener may have stopped the server again.
        if (startsAfter && this.#stage === down) this.start()
      }
    }
  }

  #launch(attempt: number): void {
    const at = this.#options.clock.now()
    const launch = new Launch(this.#options, at, attempt)
    this.#move('starting', { type: 'start', at, attempt }, (state) => starting(state, launch, this.#bringUp(launch)))
  }

  #tryAgain(attempt: number): void {
    this.#restarts++
    this.#launch(attempt)
  }

  /** Resolves when the launch is up or has failed. If it is given up, resolves when nothing of it is left. */
  async #bringUp(launch: Launch): Promise<void> {
    await this.#remains
    if (launch.isGivenUp) return
    try {
      const session = await launch.open(this.#history.eras, this.#eventsOf(launch))
      if (!launch.isGivenUp) {
        this.#history.succeeded(session.handshake)
        this.#events.onEra(session.handshake)
      }
      // A listener that was told the eras may have stopped the server.
      if (launch.isGivenUp) await session.close()
      else this.#becomeReady(launch, session)
    } catch (thrown) {
      if (!launch.isGivenUp) this.#launchFailed(launch, launchFailureOf(thrown))
    }
  }

  #eventsOf(launch: Launch): LaunchEvents {
    const onPhase = (phase: StartPhase) => this.#phaseChanged(launch, phase)
    return { ...this.#events, source: this, onPhase, onOver: (exit) => this.#sessionOver(launch, exit) }
  }

  #phaseChanged(launch: Launch, phase: StartPhase): void {
    const stage = this.#stage
    if (stage.kind !== 'starting' || stage.launch !== launch) return
    this.#move('starting', { type: 'phase', phase }, (state) => starting(state, launch, stage.over))
  }

  #becomeReady(launch: Launch, session: Session): void {
    const { clock, rules, heartbeatMs } = this.#options
    const { era, alsoSpeaks, protocolVersion, implementation } = session.handshake
    const facts = { pid: session.pid, era, ...(alsoSpeaks && { alsoSpeaks }), protocolVersion, implementation }
    const idleLimitMs = () => rules.idleLimitMs ?? null
    this.#move('ready', { type: 'ready', at: clock.now(), facts }, (state) =>
      ready(state, {
        launch,
        session,
        clock,
        idleLimitMs,
        onIdle: () => this.#rest(),
        heartbeatMs,
        onSilent: (isSilent) => this.#silenceChanged(isSilent),
      }),
    )
    // The session may have ended just after it was opened.
    if (launch.exit !== null) this.#sessionOver(launch, launch.exit)
  }

  #rest(): void {
    const idle = durationText(this.#options.rules.idleLimitMs ?? 0)
    this.log.append(
      'engine',
      `The server was not used for ${idle}, so it was stopped. It starts again with the next use.`,
    )
    void this.stop()
  }

  /** Silence is only reported, because the cause may be a long call. */
  #silenceChanged(isSilent: boolean): void {
    const { log, slug } = this.#options
    const text = isSilent
      ? 'The server is not responding: two pings in a row timed out.'
      : 'The server is responding again.'
    this.log.append('engine', text)
    log.warn({ server: slug }, isSilent ? 'a server is not responding' : 'a server is responding again')
    this.#events.onState(this.state)
  }

  #launchFailed(launch: Launch, failure: LaunchFailure): void {
    const { error } = failure
    if (this.#history.avoidsEraOf(failure)) this.#launchAtOnce(launch, error)
    else {
      const { clock, past } = this.#options
      const needsPerson = accountIn(error) !== null
      const facts = { at: clock.elapsed(), code: error.code, wasReady: past.wasReady, needsPerson }
      this.#over(launch, { kind: 'failedConnect', ...facts }, error)
    }
  }

  #launchAtOnce(launch: Launch, error: AppError): void {
    const { attempt } = launch
    const event = { type: 'retry', attempt, retryAt: this.#options.clock.now(), error: launch.inWords(error) } as const
    const stage = this.#move('backingOff', event, (state) => backingOff(state, null))
    // A listener may have stopped or restarted the server.
    if (this.#stage === stage) this.#launch(attempt)
  }

  #sessionOver(launch: Launch, exit: TransportExit): void {
    const stage = this.#stage
    if (stage.kind !== 'ready' || stage.launch !== launch) return
    const error = exit.error ?? new AppError('SERVER_LOST', `The server ${exit.reason}.`)
    const at = this.#options.clock.elapsed()
    this.#over(launch, { kind: 'ended', at, readyMs: at - stage.since, clean: exit.code === 0 }, error)
  }

  /** Called when the launch, or the session that it opened, has ended by itself. */
  #over(launch: Launch, end: LaunchEnd, cause: AppError): void {
    const { clock, log, slug } = this.#options
    this.#remains = this.session?.close() ?? this.#remains
    this.log.append('engine', cause.message)
    const error = launch.inWords(cause)
    const wasLooping = this.#history.isInCrashLoop
    const verdict = this.#history.ended(end)
    if (this.#history.isInCrashLoop && !wasLooping) this.#warnOfLoop()
    log.warn({ server: slug, verdict: verdict.kind, code: error.code }, error.message)
    const at = clock.now()
    switch (verdict.kind) {
      case 'rest':
        this.#move('stopped', { type: 'ended' }, stopped)
        break
      case 'giveUp':
        this.#move('failed', { type: 'fail', at, error }, failed)
        break
      case 'retry': {
        const { attempt, delayMs } = verdict
        const later = () => clock.after(delayMs, () => this.#tryAgain(attempt + 1))
        const event = { type: 'retry', attempt, retryAt: at + delayMs, error } as const
        this.#move('backingOff', event, (state) => backingOff(state, later()))
      }
    }
  }

  #warnOfLoop(): void {
    const { log, slug } = this.#options
    this.log.append('engine', 'The server keeps crashing. Restarts are delayed more and more.')
    log.warn({ server: slug }, 'health warning: a server keeps crashing')
  }

  readonly #stopEnded = ({ startsAfter }: Stopping): void => {
    const stage = this.#move('stopped', { type: 'ended' }, stopped)
    // A listener may have stopped the server again.
    if (startsAfter && this.#stage === stage) this.start()
  }

  /**
   * Enters the stage that `event` leads to. If the event does not apply in the current state, creates nothing and
   * returns null.
   */
  #move<K extends keyof Stages>(kind: K, event: ConnectionEvent, stageFor: StageFor<K>): Stages[K] | null {
    const before = this.#stage
    const state = nextState(before.state, event)
    if (state === before.state || !isOfKind(state, kind)) return null
    const stage = stageFor(state)
    this.#stage = stage
    before.leave()
    this.#events.onState(state)
    this.#waiters.tell()
    return stage
  }
}
