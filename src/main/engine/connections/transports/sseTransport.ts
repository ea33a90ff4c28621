/**
 * Carries MCP over HTTP+SSE, the transport of 2024. The server sends everything on one stream, and names on it the
 * address to which messages are posted. The stream is the session: when it breaks, the session is over.
 */
import { AppError } from '#contract/errors'
import { errorJson } from '#contract/jsonRpc/messages'
import type { HttpLaunch, SseLaunch } from '#contract/servers/server'
import type { MessageFacts, Transport, TransportEvents } from '#engine/connections/transport'
import { discard, readEvents, readText } from '#engine/net/httpBody'
import { type Exchange, type HttpAnswer, HttpFailure, HttpRefusal } from '#engine/net/httpExchange'
import { launchUrl, ownHeaders, type RemoteParts } from '#engine/connections/transports/httpLaunch'
import { contentError, failureError, statusError } from '#engine/connections/transports/httpProblem'
import { isEventStream } from '#engine/connections/transports/httpStream'
import { PostQueue } from '#engine/connections/transports/postQueue'
import { signedExchange } from '#engine/connections/transports/signedExchange'
import { rpcErrorIn } from '#engine/connections/transports/httpVerdicts'

export interface SseTransportOptions extends RemoteParts {
  readonly launch: SseLaunch | HttpLaunch
  readonly events: TransportEvents
  /** Adds an explanation if the stream could not be opened. */
  explain?(error: AppError): AppError
}

const excerptBytes = 64 * 1024

export class SseTransport implements Transport {
  readonly pid = null
  readonly onlyEra = 'legacy'
  readonly #options: SseTransportOptions
  readonly #url: URL
  readonly #stream: Exchange
  readonly #posts = new Set<Exchange>()
  readonly #told: PostQueue
  #endpoint: URL | null = null
  #version: string | null = null
  /** Messages that are held back until the server has named the address for them. */
  #waiting: [string, MessageFacts][] = []
  #over = false

  constructor(options: SseTransportOptions) {
    this.#options = options
    this.#url = launchUrl(options.launch)
    this.#told = new PostQueue({
      clock: options.clock,
      post: (json) => this.#exchange(json),
      onRefused: (answer, text) => this.#refused(answer, text, null),
      onFailed: (thrown) => void this.#failed(thrown, null),
      onOutput: (text) => options.events.onOutput('engine', text),
      onFlood: (error) => this.#exit(error),
    })
    this.#stream = signedExchange(options, options.signer, {
      method: 'GET',
      url: this.#url,
      headersFor: (url) => ({ ...ownHeaders(options.launch, this.#url, url), accept: 'text/event-stream' }),
    })
    this.#stream.answer.then(
      (answer) => this.#read(answer),
      (thrown: unknown) => this.#failed(thrown, null),
    )
  }

  send(json: string, message: MessageFacts): void {
    if (this.#over) return
    // A server that asks before it has named the address gets no answer.
    if (this.#endpoint === null && message.method !== null) this.#waiting.push([json, message])
    else if (this.#endpoint !== null) this.#post(json, message)
  }

  negotiated(protocolVersion: string): void {
    this.#version = protocolVersion
  }

  close(): Promise<void> {
    this.#end()
    return Promise.resolve()
  }

  async #read(answer: HttpAnswer): Promise<void> {
    if (this.#over) return
    if (!isEventStream(answer)) {
      const { text } = await readText(answer.body, excerptBytes)
      const headers = Object.keys(this.#options.launch.headers)
      this.#exit(answer.status === 200 ? contentError(answer, text) : statusError(answer, text, headers))
      return
    }
    readEvents(this.#told.streams, answer.body, {
      onEvent: ({ type, data }) => {
        if (this.#over) return
        if (type === 'endpoint') this.#takeEndpoint(data, answer.url)
        else if (type === 'message') this.#options.events.onMessage(data)
      },
      onEnd: (end) =>
        this.#exit(
          new AppError(
            'SERVER_LOST',
            end.kind === 'end'
              ? 'The server ended its event stream.'
              : `The server dropped its event stream: ${end.reason}.`,
          ),
        ),
    })
  }

  /** The address must have the stream's own origin, so that messages cannot be diverted. */
  #takeEndpoint(text: string, from: URL): void {
    const endpoint = URL.canParse(text, from.href) ? new URL(text, from) : null
    if (endpoint?.origin !== from.origin) {
      this.#exit(
        new AppError(
          'HANDSHAKE_FAILED',
          `The server asked for its messages at another address (${text.slice(0, 200)}), which is not safe.`,
        ),
      )
      return
    }
    this.#endpoint = endpoint
    const waiting = this.#waiting
    this.#waiting = []
    for (const [json, message] of waiting) this.#post(json, message)
  }

  #exchange(json: string): Exchange {
    return signedExchange(this.#options, this.#options.signer, {
      method: 'POST',
      url: this.#endpoint ?? this.#url,
      headersFor: (url) => ({
        ...ownHeaders(this.#options.launch, this.#url, url),
        'content-type': 'application/json',
        ...(this.#version !== null && { 'mcp-protocol-version': this.#version }),
      }),
      body: json,
    })
  }

  #post(json: string, message: MessageFacts): void {
    const { id, method } = message
    if (method === null || typeof id !== 'number') {
      this.#told.add(json, message)
      return
    }
    const post = this.#exchange(json)
    this.#posts.add(post)
    const work = post.answer.then(
      (answer) => this.#takeReceipt(answer, id),
      (thrown: unknown) => this.#failed(thrown, id),
    )
    void work.finally(() => this.#posts.delete(post))
  }

  /** Takes the response to a POST. The actual answer comes on the stream. */
  async #takeReceipt(answer: HttpAnswer, id: number): Promise<void> {
    if (answer.status >= 200 && answer.status < 300) await discard(answer.body, this.#options.clock)
    else {
      const { text } = await readText(answer.body, excerptBytes)
      if (!this.#over) this.#refused(answer, text, id)
    }
  }

  #refused(answer: HttpAnswer, text: string, id: number | null): void {
    const { events, launch } = this.#options
    const rpcError = rpcErrorIn(text)
    const error = statusError(answer, text, Object.keys(launch.headers))
    if (answer.status === 404) this.#exit(new AppError('SERVER_LOST', 'The server no longer knows the session.'))
    else if (id === null) events.onOutput('engine', `The server did not accept a message. ${error.message}`)
    else if (rpcError !== null) events.onMessage(errorJson(id, rpcError))
    else events.onUnanswered(id, error)
  }

  async #failed(thrown: unknown, id: number | null): Promise<void> {
    if (this.#over || !(thrown instanceof HttpFailure)) return
    const error = await failureError(thrown, this.#options.routes)
    if (this.#over) return
    if (id !== null) this.#options.events.onUnanswered(id, error)
    // The server is up: only a sign-in is missing. If the stream itself was refused, there is no session.
    if (thrown instanceof HttpRefusal && id !== null) return
    if (thrown.sent && id !== null) this.#options.events.onDoubt()
    else this.#exit(error)
  }

  #exit(error: AppError): void {
    if (this.#over) return
    const said = this.#endpoint === null ? (this.#options.explain?.(error) ?? error) : error
    this.#end()
    this.#options.events.onExit({ code: null, signal: null, reason: said.message, error: said })
  }

  #end(): void {
    this.#over = true
    this.#waiting = []
    this.#stream.abort()
    for (const post of this.#posts) post.abort()
    this.#posts.clear()
    this.#told.close()
  }
}
