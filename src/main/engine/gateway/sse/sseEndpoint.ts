/**
 * The HTTP+SSE transport of 2024-11-05, for clients that support no other: a GET opens the channel, and each POST
 * carries a message.
 */
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { adminGrant } from '#engine/access/grant'
import type { ChannelClient } from '#engine/gateway/channel/channelClient'
import type { Channels } from '#engine/gateway/channel/channels'
import { parsedMessage } from '#engine/net/receivedText'
import type { GatewayParts } from '#engine/gateway/gatewayParts'
import { accepts, isJson } from '#engine/gateway/http/contentTypes'
import { EventStream } from '#engine/gateway/http/eventStream'
import { readBody } from '#engine/gateway/http/requestBody'
import { refuse, type Refusal, sendEmpty, sendJson } from '#engine/gateway/http/sendJson'
import { isRefused, type Wishes, wishesOf } from '#engine/gateway/request/requestScope'
import type { Standing } from '#engine/gateway/client/standing'

interface SseSession {
  readonly client: ChannelClient
  /** The client that opened the session. Only it can use the session, and only at the same address. */
  readonly standing: Standing
  readonly headers: IncomingHttpHeaders
  /** The project and the labels that the opening request asked for. */
  readonly wishes: Wishes
}

const sessionKey = 'session'
const notAcceptable: Refusal = { status: 406, message: 'Accept must list text/event-stream' }
const notJson: Refusal = { status: 415, message: 'Content-Type must be application/json' }
const full: Refusal = { status: 503, message: 'Too many sessions are open' }
const unknownSession: Refusal = { status: 404, message: 'Session not found: open the event stream first' }

export class SseEndpoint {
  readonly #parts: GatewayParts
  readonly #channels: Channels
  readonly #sessions = new Map<string, SseSession>()

  constructor(parts: GatewayParts, channels: Channels) {
    this.#parts = parts
    this.#channels = channels
  }

  /** Opens a session. Its first event says where to post messages. */
  open(request: IncomingMessage, response: ServerResponse, standing: Standing): void {
    const { keepAlive, backlog, limits, makeId } = this.#parts
    if (!accepts(request.headers.accept, 'text/event-stream')) {
      refuse(response, notAcceptable)
      return
    }
    if (this.#sessions.size >= limits.sessions || this.#isFullFor(standing.grant.key)) {
      refuse(response, full)
      return
    }
    const { headers } = request
    const wishes = wishesOf({ scope: standing.scope, prefer: undefined }, headers, undefined, this.#parts.views)
    if (isRefused(wishes)) {
      refuse(response, { status: 400, message: wishes.message })
      return
    }
    const id = makeId()
    const stream = new EventStream(response, backlog, standing.grant)
    response.write(`event: endpoint\ndata: ${splitUrl(request).path}?${sessionKey}=${id}\n\n`)
    keepAlive.add(stream)
    const client = this.#channels.open({ channel: stream, standing, headers, eras: 'legacy' })
    this.#sessions.set(id, { client, standing, headers, wishes })
    stream.onClosed(() => this.#sessions.delete(id))
  }

  /** Whether the client has too many sessions. No client can use up all slots. */
  #isFullFor(key: string): boolean {
    if (key === adminGrant.key) return false
    const own = [...this.#sessions.values()].filter(({ standing }) => standing.grant.key === key)
    return own.length >= this.#parts.limits.sessionsPerClient
  }

  /** Accepts a message. The response is sent on the session's stream. */
  async post(request: IncomingMessage, response: ServerResponse, standing: Standing): Promise<void> {
    const session = this.#sessions.get(splitUrl(request).query.get(sessionKey) ?? '')
    if (session === undefined || !session.standing.isSame(standing)) {
      refuse(response, unknownSession)
      return
    }
    if (!isJson(request.headers['content-type'])) {
      refuse(response, notJson)
      return
    }
    const wishes = wishesOf(session.wishes, request.headers, undefined, this.#parts.views)
    if (isRefused(wishes)) {
      refuse(response, { status: 400, message: wishes.message })
      return
    }
    const { bodyBytes } = this.#parts.limits
    const body = await readBody(request, bodyBytes)
    if (body === 'aborted') return
    if (body === 'tooLarge') {
      refuse(response, { status: 413, message: `The body is larger than ${bodyBytes} bytes` })
      return
    }
    const parsed = parsedMessage(body.bytes.toString('utf8'))
    if ('refusal' in parsed) sendJson(response, 400, parsed.refusal)
    else {
      session.client.receive(parsed.value, { ...session.headers, ...request.headers })
      sendEmpty(response, 202)
    }
  }
}

function splitUrl({ url = '' }: IncomingMessage): { readonly path: string; readonly query: URLSearchParams } {
  const [path = '', query = ''] = url.split('?', 2)
  return { path, query: new URLSearchParams(query) }
}
