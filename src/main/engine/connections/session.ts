/**
 * One launch of one server: its transport, its peer, its handshake and its list of tools.
 * It ends once; what comes after it belongs to the connection.
 */
import { AppError, messageOf } from '#contract/errors'
import type { Launch, LogLine, ProtocolEra, StartPhase } from '#contract/server'
import { type ClientIdentity, dressParams } from '#engine/connections/envelope'
import { type Handshake, RemoteError, shakeHands } from '#engine/connections/handshake'
import { JsonRpcPeer, type RequestId, type RequestObserver } from '#engine/connections/jsonRpcPeer'
import { listTools } from '#engine/connections/listing'
import type { OpenTransport, Transport, TransportExit } from '#engine/connections/transport'
import type { Clock } from '#engine/ports'

export interface SessionOptions {
  readonly label: string
  readonly prepareLaunch: () => Promise<Launch>
  readonly openTransport: OpenTransport
  readonly identity: ClientIdentity
  readonly knownEra: ProtocolEra | null
  readonly clock: Clock
  readonly signal: AbortSignal
  readonly budgets: SessionBudgets
}

export interface SessionBudgets {
  /** From the spawn to the end of the handshake; a first `npx` downloads in this time. */
  readonly startMs: number
  readonly listMs: number
  readonly probeGraceMs: number
}

export const defaultBudgets: SessionBudgets = { startMs: 180_000, listMs: 60_000, probeGraceMs: 5_000 }

export interface SessionEvents {
  onPhase(phase: StartPhase): void
  onOutput(source: LogLine['source'], text: string): void
  /** The list of tools is new. The first one comes before `openSession` resolves. */
  onTools(tools: readonly unknown[]): void
  onServerRequest(request: InboundRequest): void
  onNotification(method: string, params: Record<string, unknown>): void
  /** It ended by itself after it had been opened. */
  onOver(exit: TransportExit): void
}

/** Something a server asks during a call. Answered once; `signal` fires when the server takes it back. */
export interface InboundRequest {
  readonly method: string
  readonly params: unknown
  readonly signal: AbortSignal
  respond(result: unknown): void
  refuse(code: number, message: string, data?: unknown): void
}

/** What Switchboard declares to every server: the union of what its callers may be able to answer. */
const declaredCapabilities = { roots: { listChanged: true }, sampling: {}, elicitation: { form: {}, url: {} } } as const

/** Why a launch failed before it was ready. `probed`: it was asked `server/discover`, which some servers do not survive. */
export class LaunchFailure extends Error {
  readonly error: AppError
  readonly probed: boolean

  constructor(error: AppError, probed: boolean) {
    super(error.message, { cause: error })
    this.error = error
    this.probed = probed
  }
}

export async function openSession(options: SessionOptions, events: SessionEvents): Promise<Session> {
  const session = new Session(options, events)
  try {
    await session.open()
    return session
  } catch (thrown) {
    await session.close()
    throw new LaunchFailure(session.explain(thrown), session.probing)
  }
}

export class Session {
  readonly #options: SessionOptions
  readonly #events: SessionEvents
  readonly #peer: JsonRpcPeer
  readonly #inbound = new Map<RequestId, AbortController>()
  #transport: Transport | null = null
  #handshake: Handshake | null = null
  #exit: TransportExit | null = null
  #opened = false
  #closed = false
  #listing: Promise<void> | null = null
  #listAgain = false
  #listenId: number | null = null
  probing = false
  /** Called when the last call that waited has its answer. */
  onIdle: (() => void) | null = null

  constructor(options: SessionOptions, events: SessionEvents) {
    this.#options = options
    this.#events = events
    this.#peer = new JsonRpcPeer((json) => this.#transport?.send(json), {
      onRequest: (id, method, params) => this.#receiveRequest(id, method, params),
      onNotification: (method, params) => this.#receiveNotification(method, params),
      onStray: (what) => events.onOutput('engine', `Received ${what}.`),
      onAnswered: () => {
        if (this.onIdle !== null && this.pendingCount === 0) this.onIdle()
      },
    })
  }

  get pid(): number | null {
    return this.#transport?.pid ?? null
  }

  get handshake(): Handshake {
    if (this.#handshake === null) throw new AppError('INTERNAL', 'The session has not been opened.')
    return this.#handshake
  }

  /** Calls that wait for an answer. */
  get pendingCount(): number {
    return this.#peer.pendingCount - (this.#listenId === null ? 0 : 1)
  }

  async open(): Promise<void> {
    const options = this.#options
    const events = this.#events
    const giveUp = () => this.#peer.close('it was stopped while it started')
    options.signal.addEventListener('abort', giveUp, { once: true })
    try {
      const launch = await options.prepareLaunch()
      if (options.signal.aborted) throw new AppError('SERVER_LOST', 'It was stopped while it started.')
      this.#transport = await options.openTransport(launch, options.label, {
        onMessage: (json) => this.#peer.receive(json),
        onOutput: (source, text) => events.onOutput(source, text),
        onExit: (exit) => this.#ended(exit),
      })
      events.onPhase('handshake')
      await this.#within(options.budgets.startMs, 'did not answer the MCP handshake', () => this.#shakeHands())
      events.onPhase('listing')
      await this.#within(options.budgets.listMs, 'did not list its tools', () => this.#list())
      if (this.#exit !== null || options.signal.aborted) throw new AppError('SERVER_LOST', 'It ended while it started.')
      this.#opened = true
      this.#listen()
      this.#listWhenAsked()
    } finally {
      options.signal.removeEventListener('abort', giveUp)
    }
  }

  /** Sends a request on a caller's behalf. Returns the id by which it can be cancelled. */
  request(
    method: string,
    params: Readonly<Record<string, unknown>>,
    capabilities: Readonly<Record<string, unknown>>,
    observer: RequestObserver,
  ): number {
    const { era } = this.handshake
    const dressed = dressParams(params, era, this.#options.identity, capabilities, this.#peer.nextId)
    return this.#peer.request(method, dressed, observer)
  }

  cancel(id: number, reason: string): void {
    this.#peer.notify('notifications/cancelled', { requestId: id, reason })
  }

  /** The answer to `id` no longer interests anybody. */
  forget(id: number): void {
    this.#peer.forget(id)
  }

  /** Ends the launch. Who still waits is told `reason`. Idempotent; resolves when nothing of it is left. */
  async close(reason = 'the server was stopped'): Promise<void> {
    this.#closed = true
    for (const controller of this.#inbound.values()) controller.abort()
    this.#inbound.clear()
    this.#peer.close(reason)
    await this.#transport?.close()
  }

  /** What went wrong, in one error that a person can act on. */
  explain(thrown: unknown): AppError {
    if (this.#exit !== null && !(thrown instanceof AppError && thrown.code === 'HANDSHAKE_FAILED'))
      return new AppError('HANDSHAKE_FAILED', `The server ${this.#exit.reason} before it was ready.`, { cause: thrown })
    if (thrown instanceof AppError) return thrown
    if (thrown instanceof RemoteError)
      return new AppError('HANDSHAKE_FAILED', `The server refused the handshake: ${thrown.message}`, {
        data: thrown.rpc,
      })
    return new AppError('INTERNAL', messageOf(thrown), { cause: thrown })
  }

  async #shakeHands(): Promise<void> {
    const { identity, knownEra, clock, budgets } = this.#options
    this.probing = knownEra !== 'legacy'
    this.#handshake = await shakeHands(this.#peer, {
      identity,
      knownEra,
      clock,
      capabilities: declaredCapabilities,
      probeGraceMs: budgets.probeGraceMs,
    })
    this.probing = false
  }

  async #within(budgetMs: number, failing: string, work: () => Promise<void>): Promise<void> {
    let late = false
    const timer = this.#options.clock.after(budgetMs, () => {
      late = true
      this.#peer.close(failing)
    })
    try {
      await work()
    } catch (thrown) {
      throw late
        ? new AppError('HANDSHAKE_FAILED', `The server ${failing} within ${Math.round(budgetMs / 1000)} s.`)
        : thrown
    } finally {
      timer.cancel()
    }
  }

  async #list(): Promise<void> {
    if (this.handshake.capabilities['tools'] === undefined) {
      this.#events.onTools([])
      return
    }
    const tools = await listTools(this.#peer, (params) =>
      dressParams(params, this.handshake.era, this.#options.identity, declaredCapabilities, this.#peer.nextId),
    )
    if (!this.#closed) this.#events.onTools(tools)
  }

  /** Lists again; requests that come meanwhile are answered by one more round, not by many. */
  #listWhenAsked(): void {
    if (!this.#opened || !this.#listAgain) return
    this.#listing ??= this.#listWhileAsked().finally(() => {
      this.#listing = null
    })
  }

  async #listWhileAsked(): Promise<void> {
    while (this.#listAgain && !this.#closed) {
      this.#listAgain = false
      await this.#list().catch((thrown: unknown) => {
        if (!this.#closed)
          this.#events.onOutput('engine', `Its new list of tools could not be read: ${messageOf(thrown)}`)
      })
    }
  }

  /** In the modern era changes are told only to those who ask for them. */
  #listen(): void {
    const tools = this.handshake.capabilities['tools'] as { listChanged?: unknown } | undefined
    if (this.handshake.era !== 'modern' || tools?.listChanged !== true) return
    const over = () => {
      this.#listenId = null
    }
    const params = { notifications: { toolsListChanged: true } }
    this.#listenId = this.request('subscriptions/listen', params, declaredCapabilities, {
      onResult: over,
      onError: over,
      onLost: over,
    })
  }

  #receiveRequest(id: RequestId, method: string, params: unknown): void {
    if (method === 'ping') {
      this.#peer.respond(id, {})
      return
    }
    const controller = new AbortController()
    this.#inbound.set(id, controller)
    const once = (answer: () => void) => {
      if (this.#inbound.get(id) !== controller) return
      this.#inbound.delete(id)
      answer()
    }
    this.#events.onServerRequest({
      method,
      params,
      signal: controller.signal,
      respond: (result) => once(() => this.#peer.respond(id, result)),
      refuse: (code, message, data) =>
        once(() => this.#peer.refuse(id, data === undefined ? { code, message } : { code, message, data })),
    })
  }

  #receiveNotification(method: string, params: Record<string, unknown>): void {
    if (method === 'notifications/tools/list_changed') {
      this.#listAgain = true
      this.#listWhenAsked()
    } else if (method === 'notifications/cancelled') {
      const id = params['requestId'] as RequestId
      const controller = this.#inbound.get(id)
      this.#inbound.delete(id)
      controller?.abort()
    } else this.#events.onNotification(method, params)
  }

  #ended(exit: TransportExit): void {
    this.#exit = exit
    this.#peer.close(`the server ${exit.reason}`)
    if (this.#opened && !this.#closed) this.#events.onOver(exit)
  }
}
