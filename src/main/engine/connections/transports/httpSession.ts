/**
 * Makes the requests to a streamable HTTP server, with headers for credentials, session, version, and facts about the
 * body.
 */
import type { HttpLaunch } from '#contract/servers/server'
import type { MessageFacts } from '#engine/connections/transport'
import { signedExchange } from '#engine/connections/transports/signedExchange'
import type { Exchange, HttpAnswer } from '#engine/net/httpExchange'
import {
  type Headers,
  isModern,
  modernHeaders,
  type ParameterHeaders,
  parameterHeadersOf,
} from '#engine/connections/transports/httpHeaders'
import { launchUrl, ownHeaders, type RemoteParts } from '#engine/connections/transports/httpLaunch'

const goodbyeMs = 1_000

export class HttpSession {
  readonly url: URL
  readonly #parts: RemoteParts
  readonly #launch: HttpLaunch
  #id: { readonly value: string; readonly origin: string } | null = null
  #version: string | null = null
  #parameters: ParameterHeaders = new Map()

  constructor(parts: RemoteParts, launch: HttpLaunch) {
    this.#parts = parts
    this.#launch = launch
    this.url = launchUrl(launch)
  }

  /** Whether the server has assigned a session id. */
  get isNamed(): boolean {
    return this.#id !== null
  }

  get headerNames(): readonly string[] {
    return Object.keys(this.#launch.headers)
  }

  negotiated(version: string): void {
    this.#version = version
  }

  listed(tools: readonly unknown[]): void {
    this.#parameters = parameterHeadersOf(tools)
  }

  /** Takes the session id from the answer to the handshake. */
  keep(answer: HttpAnswer): void {
    const value = answer.headers['mcp-session-id']
    if (typeof value === 'string' && answer.status === 200) this.#id = { value, origin: answer.url.origin }
  }

  /** Call when the server no longer knows the session. */
  drop(): void {
    this.#id = null
  }

  post(json: string, message: MessageFacts): Exchange {
    const facts = isModern(message) ? modernHeaders(message, this.#parameters) : null
    return this.#exchange('POST', json, (url) => ({
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...(facts ?? this.#legacyHeaders(url)),
    }))
  }

  /** Opens the stream of notifications, or resumes it after the event with this id. */
  stream(lastEventId: string | null): Exchange {
    return this.#exchange('GET', null, (url) => ({
      accept: 'text/event-stream',
      ...this.#legacyHeaders(url),
      ...(lastEventId !== null && { 'last-event-id': lastEventId }),
    }))
  }

  /** Tells the server that the session is over. Waits only briefly for the answer, which is not needed. */
  async end(): Promise<void> {
    if (this.#id === null) return
    const goodbye = this.#exchange('DELETE', null, (url) => this.#legacyHeaders(url))
    this.#id = null
    await new Promise<void>((resolve) => {
      const timer = this.#parts.clock.after(goodbyeMs, resolve)
      goodbye.answer
        .catch(() => undefined)
        .finally(() => {
          timer.cancel()
          resolve()
        })
    })
    goodbye.abort()
  }

  #exchange(method: 'GET' | 'POST' | 'DELETE', body: string | null, headers: (url: URL) => Headers): Exchange {
    return signedExchange(this.#parts, this.#parts.signer, {
      method,
      url: this.url,
      headersFor: (url) => ({ ...ownHeaders(this.#launch, this.url, url), ...headers(url) }),
      ...(body !== null && { body }),
    })
  }

  #legacyHeaders(url: URL): Headers {
    return {
      ...(this.#version !== null && { 'mcp-protocol-version': this.#version }),
      ...(this.#id?.origin === url.origin && { 'mcp-session-id': this.#id.value }),
    }
  }
}
