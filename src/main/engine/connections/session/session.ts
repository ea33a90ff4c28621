/**
 * One launch of one server: the transport, the peer, the handshake and the lists. A session ends once. The connection
 * decides what follows.
 */
import { AppError } from '#contract/errors'
import type { ProtocolEra } from '#contract/servers/server'
import { hasProcess } from '#contract/servers/transports'
import type { CallerContext } from '#engine/connections/callable'
import { declaredCapabilities } from '#engine/connections/peer/declaredCapabilities'
import { Deadline } from '#engine/connections/lifetime/deadline'
import { within } from '#engine/structures/waits'
import { dressParams } from '#engine/connections/peer/envelope'
import { endInWords, launchError } from '#engine/connections/failureInWords'
import { ask, type ServerHandshake, RemoteError, shakeHands } from '#engine/connections/session/handshake'
import { InboundRequests } from '#engine/connections/peer/inboundRequests'
import { JsonRpcPeer } from '#engine/connections/peer/jsonRpcPeer'
import type { RequestObserver } from '#engine/connections/peer/requestObserver'
import type { Params, RequestId } from '#contract/jsonRpc/messages'
import { LaunchFailure } from '#engine/connections/launching/launchFailure'
import { NotificationBudget } from '#engine/connections/peer/notificationBudget'
import type { SessionEvents, SessionOptions } from '#engine/connections/session/sessionOptions'
import { SessionListings } from '#engine/connections/session/sessionListings'
import { SessionUse } from '#engine/connections/session/sessionUse'
import { Unanswered } from '#engine/connections/session/unanswered'
import type { Transport, TransportEvents, TransportExit } from '#engine/connections/transport'
import { isOfSignIn } from '#engine/connections/transports/credentials'
import { fetchesFirst } from '#engine/policies/installation'

export async function openSession(options: SessionOptions, events: SessionEvents): Promise<Session> {
  const session = new Session(options, events)
  try {
    await session.open()
    return session
  } catch (thrown) {
    // Must come before `close`: otherwise the session's own end would be reported as the cause.
    const failure = new LaunchFailure(session.explain(thrown), session.eraLeft)
    await session.close()
    throw failure
  }
}

export class Session {
  readonly #options: SessionOptions
  readonly #events: SessionEvents
  readonly #peer: JsonRpcPeer
  readonly #inbound: InboundRequests
  readonly #said: NotificationBudget
  #transport: Transport | null = null
  #handshake: ServerHandshake | null = null
  #exit: TransportExit | null = null
  #opened = false
  #closed = false
  readonly #listings: SessionListings
  #checking = false
  readonly #unanswered: Unanswered
  /** Called at the server's first output. Set while the command may still be downloading the server. */
  #whenHeard: (() => void) | null = null
  /** The era that can still be tried if the process exits while it is being asked for the other one; otherwise null. */
  #eraIfLost: ProtocolEra | null = null
  readonly use = new SessionUse()
  /** Called when the last pending call has its answer. */
  onIdle: (() => void) | null = null

  constructor(options: SessionOptions, events: SessionEvents) {
    this.#options = options
    this.#events = events
    this.#peer = new JsonRpcPeer((json, message) => this.#transport?.send(json, message), {
      onRequest: (...asked) => this.#receiveRequest(...asked),
      onNotification: (...said) => this.#receiveNotification(...said),
      onStray: (what, answerTo) => {
        this.#unanswered.cameLate(answerTo)
        events.onOutput('engine', `Received ${what}.`)
      },
      onAnswered: (answerTo) => {
        this.#unanswered.answered(answerTo)
        if (this.onIdle !== null && this.pendingCount === 0) this.onIdle()
      },
    })
    this.#unanswered = new Unanswered(this.#peer, () => [this.#pingMethod, this.#dress({})])
    this.#inbound = new InboundRequests(this.#peer)
    this.#said = new NotificationBudget(options.clock, (text) => events.onOutput('engine', text))
    this.#listings = new SessionListings({
      peer: this.#peer,
      handshake: () => this.handshake,
      dress: (params) => this.#dress(params),
      request: (method, params, observer) => void this.#send(method, params, declaredCapabilities, observer),
      onEntries: (kind, entries) => {
        if (kind === 'tools') this.#transport?.listed?.(entries)
        events.onListing(kind, entries)
      },
      onUnreadable: (message) => events.onOutput('engine', message),
      clock: options.clock,
      random: options.random,
      limitMs: options.budgets.listMs,
    })
  }

  get pid(): number | null {
    return this.#transport?.pid ?? null
  }

  get era(): ProtocolEra {
    return this.handshake.era
  }

  get instructions(): string {
    return this.handshake.instructions
  }

  get handshake(): ServerHandshake {
    if (this.#handshake === null) throw new AppError('INTERNAL', 'The session has not been opened.')
    return this.#handshake
  }

  /** The other era, if the process exited by itself while it was asked for one era. */
  get eraLeft(): ProtocolEra | null {
    return this.#exit !== null && this.#exit.error === undefined ? this.#eraIfLost : null
  }

  /** The number of calls that are waiting for an answer. */
  get pendingCount(): number {
    return this.#peer.pendingCount - (this.#listings.isSubscribed ? 1 : 0) - this.#unanswered.questions
  }

  /** Whether a call is waiting for an answer, or was given up while the server may still be working on it. */
  get isBusy(): boolean {
    return this.pendingCount > 0 || this.#unanswered.isOwed
  }

  async open(): Promise<void> {
    const options = this.#options
    const events = this.#events
    const giveUp = () => this.#peer.close('the server was stopped while it was starting')
    options.signal.addEventListener('abort', giveUp, { once: true })
    try {
      const launch = await options.prepareLaunch()
      if (options.signal.aborted) throw new AppError('SERVER_LOST', 'The server was stopped while it was starting.')
      this.#transport = await options.openTransport(launch, options.label, this.#transportEvents(), options.signal)
      const fetches = hasProcess(launch) && fetchesFirst(launch.command, launch.args)
      events.onPhase(fetches ? 'installing' : 'handshake')
      await this.#within((deadline) => {
        this.#limitStart(deadline, fetches)
        return this.#shakeHands()
      })
      events.onPhase('listing')
      await this.#within((deadline) => {
        deadline.restart(options.budgets.listMs, 'did not list its tools')
        return this.#listings.readFirst()
      })
      if (this.#exit !== null || options.signal.aborted)
        throw new AppError('SERVER_LOST', 'The server exited while it was starting.')
      this.#opened = true
      this.#listings.follow()
    } finally {
      options.signal.removeEventListener('abort', giveUp)
    }
  }

  /** Sends a request on a caller's behalf. Returns an id with which the request can be cancelled. */
  request(method: string, params: Params, capabilities: Params, observer: RequestObserver, context?: CallerContext) {
    return this.#send(
      method,
      params,
      capabilities,
      this.use.take(method, params, context?.callerKey, observer),
      context?.logLevel,
    )
  }

  cancel(id: number, reason: string): void {
    this.#peer.notify('notifications/cancelled', { requestId: id, reason })
  }

  /** Call when the caller no longer needs the answer to this request. */
  forget(id: number): void {
    this.#unanswered.gaveUp(id)
    this.#peer.forget(id)
    this.#transport?.forget?.(id)
  }

  /**
   * Pings the server. The ping is sent immediately, whatever else is waiting, and any answer shows that the server is
   * alive. Returns a function that forgets the ping.
   */
  askIfThere(onAnswer: () => void): () => void {
    return this.#unanswered.ask(onAnswer)
  }

  /** Asks the server whether it is still alive. If it does not respond, the session ends. */
  async check(): Promise<void> {
    if (!this.#opened || this.#closed || this.#checking || this.#exit !== null) return
    this.#checking = true
    const { checkMs } = this.#options.budgets
    try {
      await within(this.#options.clock, checkMs, this.#ping())
    } catch (thrown) {
      // Any answer, even an error or a request to sign in, shows that the server is alive.
      if (thrown instanceof RemoteError || (thrown instanceof AppError && isOfSignIn(thrown)) || this.#closed) return
      const error = thrown instanceof AppError ? thrown : new AppError('SERVER_LOST', 'The server is not responding.')
      this.#ended({ code: null, signal: null, reason: error.message, error })
      await this.#transport?.close()
    } finally {
      this.#checking = false
    }
  }

  /** Ends the launch. Pending calls fail with `reason`. Idempotent. Resolves when nothing of the launch is left. */
  async close(reason = 'the server was stopped'): Promise<void> {
    this.#closed = true
    this.#inbound.close()
    this.#listings.close()
    this.#peer.close(reason)
    await this.#transport?.close()
  }

  explain(thrown: unknown): AppError {
    return launchError(thrown, this.#exit, this.#handshake === null ? 'handshake' : 'listing')
  }

  async #shakeHands(): Promise<void> {
    const { identity, clock, budgets, wantedEra } = this.#options
    const knownEra = this.#transport?.onlyEra ?? this.#options.knownEra
    this.#eraIfLost = knownEra === 'legacy' || wantedEra !== null ? null : 'legacy'
    this.#handshake = await shakeHands(this.#peer, {
      identity,
      knownEra,
      wantedEra,
      // Legacy is preferred where a second session would need a second process, or is impossible.
      prefersLegacy: typeof this.#transport?.pid === 'number' || this.#transport?.isOnlySession === true,
      clock,
      capabilities: declaredCapabilities,
      probeGraceMs: budgets.probeGraceMs,
      onNegotiated: (version) => this.#transport?.negotiated?.(version),
      onDiscovered: () => {
        this.#eraIfLost = 'modern'
      },
    })
    this.#eraIfLost = null
    if (wantedEra === 'legacy' && this.#transport?.takesAnswers === false)
      throw new AppError(
        'HANDSHAKE_FAILED',
        'The server does not keep a session, so answers to its questions could not reach it.',
      )
  }

  #transportEvents(): TransportEvents {
    const heard = () => {
      const whenHeard = this.#whenHeard
      this.#whenHeard = null
      whenHeard?.()
    }
    return {
      onMessage: (json, came) => {
        if (this.#whenHeard !== null) heard()
        this.#peer.receive(json, came)
      },
      onOutput: (source, text) => {
        if (source === 'stdout') heard()
        this.#events.onOutput(source, text)
      },
      onUnanswered: (id, error) => this.#peer.lose(id, error),
      isAwaited: (id) => this.#peer.isPending(id),
      onDoubt: () => void this.check(),
      onGap: () => this.#listings.readAgain(),
      onExit: (exit) => this.#ended(exit),
    }
  }

  /** A command that downloads the server gets more time, until the server's first output. */
  #limitStart(deadline: Deadline, fetches: boolean): void {
    const { installMs, handshakeMs } = this.#options.budgets
    const answerSoon = () => deadline.restart(handshakeMs, 'did not answer the MCP handshake')
    if (!fetches) {
      answerSoon()
      return
    }
    deadline.restart(installMs, 'was not downloaded and started')
    this.#whenHeard = () => {
      this.#events.onPhase('handshake')
      answerSoon()
    }
  }

  async #within(work: (deadline: Deadline) => Promise<void>): Promise<void> {
    let late: string | null = null
    const deadline = new Deadline(this.#options.clock, (what) => {
      late = what
      this.#peer.close(what)
    })
    try {
      await work(deadline)
    } catch (thrown) {
      throw late === null ? thrown : new AppError('HANDSHAKE_FAILED', `The server ${String(late)}.`)
    } finally {
      deadline.end()
      this.#whenHeard = null
    }
  }

  async #ping(): Promise<void> {
    await ask(this.#peer, this.#pingMethod, this.#dress({}))
  }

  get #pingMethod(): string {
    return this.handshake.era === 'modern' ? 'server/discover' : 'ping'
  }

  #send(
    method: string,
    params: Params,
    capabilities: Params,
    observer: RequestObserver,
    logLevel?: string | null,
  ): number {
    const { era } = this.handshake
    const dressed = dressParams(params, era, this.#options.identity, capabilities, this.#peer.nextId, logLevel)
    return this.#peer.request(method, dressed, observer)
  }

  /** Prepares the params of Switchboard's own requests. */
  #dress(params: Record<string, unknown>): unknown {
    const { identity } = this.#options
    return dressParams(params, this.handshake.era, identity, declaredCapabilities, this.#peer.nextId)
  }

  #receiveRequest(id: RequestId, method: string, params: unknown, length: number, came?: number): void {
    if (method === 'ping') {
      this.#peer.respond(id, {})
      return
    }
    const request = this.#inbound.take(id, method, params, length, came)
    if (request !== null) this.#events.onServerRequest(request)
  }

  #receiveNotification(method: string, params: Record<string, unknown>, came?: number): void {
    if (this.#listings.takeNotification(method)) return
    if (method === 'notifications/cancelled') this.#inbound.takeBack(params['requestId'] as RequestId)
    else if (this.#said.take(method)) this.#events.onNotification(method, params, came)
  }

  #ended(exit: TransportExit): void {
    if (this.#exit !== null) return
    this.#exit = exit
    this.#listings.unsubscribe()
    this.#peer.close(endInWords(exit, this.#options.printed()))
    if (this.#opened && !this.#closed) this.#events.onOver(exit)
  }
}
