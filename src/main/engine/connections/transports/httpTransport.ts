/**
 * Carries MCP over streamable HTTP, in both eras. A request is a POST, and its answer is JSON or the end of an event
 * stream. In the legacy era there may be a session and a stream of notifications. In the modern era each request is
 * independent.
 */
import { AppError } from '#contract/errors'
import { errorJson } from '#contract/jsonRpc/messages'
import type { HttpLaunch } from '#contract/servers/server'
import type { MessageFacts, Transport, TransportEvents } from '#engine/connections/transport'
import { discard, maxMessageBytes, readEvents, readText } from '#engine/net/httpBody'
import { type Exchange, type HttpAnswer, HttpFailure, HttpRefusal } from '#engine/net/httpExchange'
import { isModern } from '#engine/connections/transports/httpHeaders'
import type { RemoteParts } from '#engine/connections/transports/httpLaunch'
import { contentError, failureError, forgottenError, statusError } from '#engine/connections/transports/httpProblem'
import { followStream, isEventStream, type Stream } from '#engine/connections/transports/httpStream'
import { notAccepted, PostQueue } from '#engine/connections/transports/postQueue'
import { HttpSession } from '#engine/connections/transports/httpSession'
import { isJsonText, isSessionLost, rpcErrorIn } from '#engine/connections/transports/httpVerdicts'

export interface HttpTransportOptions extends RemoteParts {
  readonly launch: HttpLaunch
  readonly events: TransportEvents
  /**
   * Called when the answer to `initialize` shows that the address does not support streamable HTTP. This transport is
   * then over and reports nothing more.
   */
  onUnknown(json: string, message: MessageFacts, error: AppError): void
}

type FollowHandlers = Pick<Parameters<typeof followStream>[0], 'isDone' | 'onLost' | 'onRefused' | 'onAnswered'>

interface Running {
  readonly exchange: Exchange
  readonly isModern: boolean
  /** Reads the rest of a response that broke off and can be resumed; otherwise null. */
  stream: Stream | null
}

/** How much of an error response is read to explain it. */
const excerptBytes = 64 * 1024
const resumeMs = 500
/** How long to wait for the server to acknowledge the end of the handshake. */
const handshakeWaitMs = 5_000
/**
 * How long requests wait for the stream of notifications to open. Some servers answer the stream's request only with
 * the first notification.
 */
const streamFirstMs = 250
/**
 * How long to wait, once the session is gone, for the refusals of other open requests: refused requests can be
 * repeated.
 */
const forgottenMs = 100

export class HttpTransport implements Transport {
  readonly pid = null
  readonly #options: HttpTransportOptions
  readonly #events: TransportEvents
  readonly #session: HttpSession
  readonly #running = new Map<number, Running>()
  readonly #told: PostQueue
  #notifications: Stream | null = null
  /** Messages that are held back until the server has acknowledged the end of the handshake. */
  #held: [string, MessageFacts][] | null = null
  #wasRedirected = false
  /** Whether the server no longer knows the session. */
  #isForgotten = false
  #over = false

  constructor(options: HttpTransportOptions) {
    this.#options = options
    this.#events = options.events
    this.#session = new HttpSession(options, options.launch)
    this.#told = new PostQueue({
      clock: options.clock,
      post: (json, message) => this.#session.post(json, message),
      onRefused: (...refusal) => this.#refused(...refusal),
      onFailed: (thrown) => void this.#failed(thrown, null),
      onAnswered: ({ method }) => {
        if (method === 'notifications/initialized') this.#handshakeIsOver()
      },
      onOutput: (text) => this.#events.onOutput('engine', text),
      onFlood: (error) => this.#exit(error),
    })
  }

  get takesAnswers(): boolean {
    return this.#session.isNamed
  }

  send(json: string, message: MessageFacts): void {
    if (this.#over) return
    if (this.#isForgotten) {
      // Deferred, because the caller does not know the id yet.
      if (typeof message.id === 'number') queueMicrotask(() => this.#settle(Number(message.id), forgottenError()))
      return
    }
    if (message.method === 'notifications/cancelled' && this.#cancelModern(message.params)) return
    // Answers do not wait: there may be any number of them.
    if (this.#held !== null && message.method !== null) this.#held.push([json, message])
    else {
      if (message.method === 'notifications/initialized') this.#holdBack()
      this.#post(json, message)
    }
  }

  negotiated(protocolVersion: string): void {
    this.#session.negotiated(protocolVersion)
  }

  listed(tools: readonly unknown[]): void {
    this.#session.listed(tools)
  }

  forget(id: number): void {
    const running = this.#running.get(id)
    this.#running.delete(id)
    running?.stream?.close()
    running?.exchange.abort()
  }

  async close(): Promise<void> {
    this.#end()
    await this.#session.end()
  }

  #post(json: string, message: MessageFacts): void {
    const { id, method } = message
    if (method === null || typeof id !== 'number') {
      this.#told.add(json, message)
      return
    }
    const exchange = this.#session.post(json, message)
    this.#running.set(id, { exchange, isModern: isModern(message), stream: null })
    exchange.answer.then(
      (answer) => this.#takeAnswer(answer, id, json, message),
      (thrown: unknown) => this.#failed(thrown, id),
    )
  }

  async #takeAnswer(answer: HttpAnswer, id: number, json: string, message: MessageFacts): Promise<void> {
    if (this.#over) return
    this.#noteRedirect(answer)
    if (message.method === 'initialize') this.#session.keep(answer)
    if (isEventStream(answer)) {
      this.#readAnswers(answer, id)
      return
    }
    const good = answer.status >= 200 && answer.status < 300
    const isJson = /json/i.test(answer.headers['content-type'] ?? '')
    const { text, end } = await readText(answer.body, good && isJson ? maxMessageBytes : excerptBytes)
    if (this.#over) return
    if (good && end.kind === 'end') this.#takeText(answer, id, text, isJson)
    else if (good)
      this.#lost(id, `The connection was lost during the answer: ${end.kind === 'broken' ? end.reason : ''}.`)
    else this.#takeRefusal(answer, id, text, json, message)
  }

  #takeText(answer: HttpAnswer, id: number, text: string, isJson: boolean): void {
    this.#running.delete(id)
    if (isJson) this.#events.onMessage(text)
    if (!this.#events.isAwaited(id)) return
    const nothing = isJson || text.trim() === ''
    const broken = isJson && !isJsonText(text) ? ': its response is not valid JSON' : ''
    const taken = `The server accepted the request (HTTP ${answer.status}) but did not answer it${broken}.`
    this.#settle(id, nothing ? new AppError('SERVER_LOST', taken) : contentError(answer, text))
  }

  #takeRefusal(answer: HttpAnswer, id: number, text: string, json: string, message: MessageFacts): void {
    const { status } = answer
    if (this.#session.isNamed && !isModern(message) && isSessionLost(status, text)) return this.#forgotten(id)
    const rpcError = rpcErrorIn(text)
    if (rpcError !== null) {
      this.#events.onMessage(errorJson(id, rpcError))
      this.#running.delete(id)
      return
    }
    const error = statusError(answer, text, this.#session.headerNames)
    if (message.method === 'initialize' && [400, 404, 405].includes(status)) {
      for (const other of this.#running.keys()) if (other !== id) this.#settle(other, error)
      this.#end()
      this.#options.onUnknown(json, message, error)
      return
    }
    this.#settle(id, error)
    if (status >= 500) this.#events.onDoubt()
  }

  /** Called when the server rejected a notification, or an answer to one of its questions. */
  #refused(answer: HttpAnswer, text: string, message: MessageFacts): void {
    if (this.#session.isNamed && isSessionLost(answer.status, text)) return this.#forgotten(null)
    const error = statusError(answer, text, this.#session.headerNames)
    this.#events.onOutput('engine', notAccepted(message, error))
  }

  #readAnswers(answer: HttpAnswer, id: number): void {
    let retryMs = resumeMs
    const reader = readEvents(this.#told.streams, answer.body, {
      onEvent: ({ type, data }) => {
        if (!this.#over && type === 'message') this.#events.onMessage(data, id)
      },
      onRetry: (delayMs) => {
        retryMs = delayMs
      },
      onEnd: (end) => {
        const running = this.#running.get(id)
        if (this.#over || running === undefined) return
        const [why, reason] = end.kind === 'end' ? ['ended', ''] : ['broke off', `: ${end.reason}`]
        if (!this.#events.isAwaited(id)) this.#running.delete(id)
        else if (running.isModern || reader.lastEventId === null)
          this.#lost(id, `The server's response ${why} before the answer${reason}.`)
        else running.stream = this.#resume(id, reader.lastEventId, retryMs)
      },
    })
  }

  /** Reads the rest of a broken response from the stream that the server keeps for it. */
  #resume(id: number, lastEventId: string, delayMs: number): Stream {
    const giveUp = () => this.#lost(id, "The server's response broke off and could not be resumed.")
    return this.#follow(lastEventId, delayMs, {
      within: id,
      isDone: () => {
        const done = !this.#events.isAwaited(id)
        if (done) this.#running.delete(id)
        return done
      },
      onLost: (failure) => {
        // The call itself was sent, even if the request for the rest of its answer failed.
        giveUp()
        void this.#failed(failure, null)
      },
      onRefused: (answer) => {
        void discard(answer.body, this.#options.clock)
        giveUp()
      },
    })
  }

  /**
   * Holds requests back, because they must not overtake the end of the handshake. If the server does not acknowledge
   * it in time, they are sent anyway.
   */
  #holdBack(): void {
    this.#held = []
    this.#options.clock.after(handshakeWaitMs, () => this.#handshakeIsOver())
  }

  /** The stream of changes is opened before the first listing, so that no change is missed in between. */
  #handshakeIsOver(): void {
    if (this.#over || this.#held === null) return
    if (this.#notifications !== null) return this.#release()
    this.#options.clock.after(streamFirstMs, () => this.#release())
    this.#notifications = this.#follow(null, null, {
      onAnswered: () => this.#release(),
      isDone: () => false,
      onLost: (failure) => {
        if (failure === null)
          this.#events.onOutput('engine', 'The notification stream keeps breaking, so Switchboard no longer opens it.')
        else void this.#failed(failure, null)
      },
      // 405 means that the server has no such stream.
      onRefused: (answer) => {
        void discard(answer.body, this.#options.clock)
        if (this.#session.isNamed && answer.status === 404) this.#forgotten(null)
      },
    })
  }

  #release(): void {
    const held = this.#held
    this.#held = null
    if (this.#over || held === null) return
    for (const [json, message] of held) this.send(json, message)
  }

  #follow(
    lastEventId: string | null,
    delayMs: number | null,
    { within, ...handlers }: FollowHandlers & { readonly within?: number },
  ): Stream {
    const { clock, random } = this.#options
    return followStream({
      ...handlers,
      clock,
      random,
      lastEventId,
      delayMs,
      streams: this.#told.streams,
      open: (newest) => this.#session.stream(newest),
      onMessage: (json) => {
        if (!this.#over) this.#events.onMessage(json, within)
      },
      onGap: () => {
        if (!this.#over) this.#events.onGap()
      },
    })
  }

  /** In the modern era, a request is cancelled by closing its response. */
  #cancelModern(params: unknown): boolean {
    const id = (params as { requestId?: unknown }).requestId
    if (typeof id !== 'number' || this.#running.get(id)?.isModern !== true) return false
    this.forget(id)
    this.#events.onUnanswered(id, new AppError('CALL_CANCELLED', 'The call was cancelled.'))
    return true
  }

  async #failed(thrown: unknown, id: number | null): Promise<void> {
    if (this.#over || !(thrown instanceof HttpFailure)) return
    const error = await failureError(thrown, this.#options.routes)
    if (this.#over) return
    if (id !== null) this.#settle(id, error)
    // The server is up. Only a sign-in is missing.
    if (thrown instanceof HttpRefusal) return
    if (thrown.sent) this.#events.onDoubt()
    else this.#exit(error)
  }

  #lost(id: number, message: string): void {
    this.#settle(id, new AppError('SERVER_LOST', message))
    this.#events.onDoubt()
  }

  /**
   * A request that is rejected because the session is gone was not processed. Other open requests may get the same
   * answer.
   */
  #forgotten(id: number | null): void {
    if (id !== null) this.#settle(id, forgottenError())
    if (this.#isForgotten) return
    this.#isForgotten = true
    this.#options.clock.after(forgottenMs, () => {
      this.#session.drop()
      this.#exit(new AppError('SERVER_LOST', 'The server no longer knows the session.'))
    })
  }

  #settle(id: number, error: AppError): void {
    this.#running.delete(id)
    this.#events.onUnanswered(id, error)
  }

  #noteRedirect({ url }: HttpAnswer): void {
    if (url.origin === this.#session.url.origin || this.#wasRedirected) return
    this.#wasRedirected = true
    const hidden = this.#session.headerNames.length > 0 ? ' The configured headers are not sent there.' : ''
    this.#events.onOutput('engine', `The server redirects to ${url.origin}.${hidden}`)
  }

  #exit(error: AppError): void {
    if (this.#over) return
    for (const [id, { exchange }] of this.#running)
      if (!exchange.sent) this.#settle(id, new AppError('SERVER_UNAVAILABLE', error.message))
    this.#end()
    this.#events.onExit({ code: null, signal: null, reason: error.message, error })
  }

  #end(): void {
    this.#over = true
    this.#held = null
    this.#notifications?.close()
    for (const { exchange: open, stream } of this.#running.values()) {
      stream?.close()
      open.abort()
    }
    this.#running.clear()
    this.#told.close()
  }
}
