/**
 * Makes one HTTP request, follows redirects, and returns the response. It uses `node:http` instead of `fetch`: the
 * timeouts of `fetch` end anything that is idle for five minutes, and changing them would need another library.
 */
import type { ClientRequest, IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { TLSSocket } from 'node:tls'
import { AppError } from '#contract/errors'
import { type AddressGuard, checkReused, guardedLookup } from '#engine/net/guardedLookup'
import { discard } from '#engine/net/httpBody'
import type { HttpRoutes } from '#engine/net/httpRoutes'
import type { Clock } from '#engine/ports'

export interface ExchangeRequest {
  readonly method: 'GET' | 'POST' | 'DELETE'
  readonly url: URL
  /** Headers for this address. Called again for each redirect. */
  headersFor(url: URL): Readonly<Record<string, string>>
  readonly body?: string
  /**
   * Checks each resolved IP address before a connection is opened. Not used with a proxy, because the proxy resolves
   * names itself.
   */
  readonly guard?: AddressGuard
  /** Whether a redirect is returned as the answer instead of being followed. */
  readonly keepRedirects?: boolean
  /**
   * Decides whether to repeat the request after this answer. A repeated request counts as not processed before. Null:
   * the answer is final. A rejection becomes an `HttpRefusal`.
   */
  repeats?(answer: HttpAnswer): Promise<boolean> | null
}

export interface HttpAnswer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: IncomingMessage
  /** The address that answered, after redirects. */
  readonly url: URL
}

export interface Exchange {
  /** Rejects with an `HttpFailure`. Never settles after an abort. */
  readonly answer: Promise<HttpAnswer>
  /** Whether at least a part of the request may have reached the server. */
  readonly sent: boolean
  /** Ends the exchange, even while the body is arriving. */
  abort(): void
}

/** The error if no response arrived. */
export class HttpFailure extends Error {
  readonly url: URL
  /** Whether at least a part of the request may have reached the server. */
  readonly sent: boolean

  constructor(message: string, url: URL, sent: boolean, cause?: unknown) {
    super(message, { cause })
    this.name = 'HttpFailure'
    this.url = url
    this.sent = sent
  }
}

/** The error if the server refused the request and did not process it. `cause` says what is missing. */
export class HttpRefusal extends HttpFailure {
  constructor(url: URL, cause: unknown) {
    super(messageIn(cause), url, false, cause)
    this.name = 'HttpRefusal'
  }
}

const maxRedirects = 5
const connectMs = 20_000
const keepAliveProbeMs = 30_000

export interface ExchangeParts {
  readonly routes: HttpRoutes
  readonly clock: Clock
}

type Resolve = (answer: HttpAnswer) => void
type Reject = (error: unknown) => void

export function exchange(parts: ExchangeParts, request: ExchangeRequest): Exchange {
  let current: ClientRequest | null = null
  let reached = { sent: false }
  let aborted = false

  const go = (url: URL, redirects: number, resolve: Resolve, reject: Reject) => {
    if (aborted) return
    const mine = { sent: false }
    reached = mine
    let isAnswered = false
    const fail = (thrown: unknown) => {
      if (!aborted) reject(new HttpFailure(messageIn(thrown), url, mine.sent, thrown))
    }
    const refuse = (body: IncomingMessage, message: string) => {
      body.destroy()
      fail(new AppError('SERVER_LOST', message))
    }
    try {
      current = open(parts, request, url, mine)
    } catch (thrown) {
      fail(thrown)
      return
    }
    // A server may answer and close the connection before it has read the whole of a large request.
    current.on('error', (error) => {
      if (!isAnswered) fail(error)
    })
    current.on('response', (body) => {
      if (aborted) return
      isAnswered = true
      const status = body.statusCode ?? 0
      const next = nextUrl(status, body.headers.location, url)
      const encoding = body.headers['content-encoding'] ?? 'identity'
      if (encoding !== 'identity') {
        refuse(body, `The server compresses its answers (${encoding}), although Switchboard asks it not to.`)
        return
      }
      if (next === null || request.keepRedirects === true) {
        const answer = { status, headers: body.headers, body, url }
        const repeats = request.repeats?.(answer) ?? null
        if (repeats === null) resolve(answer)
        else repeat(answer, repeats, resolve, reject)
        return
      }
      if (redirects === maxRedirects) {
        refuse(body, `The server redirected more than ${maxRedirects} times.`)
        return
      }
      void discard(body, parts.clock)
      go(next, redirects + 1, resolve, reject)
    })
    current.end(request.body)
  }

  const repeat = (answer: HttpAnswer, repeats: Promise<boolean>, resolve: Resolve, reject: Reject) => {
    reached = { sent: false }
    repeats.then(
      (isRepeated) => {
        if (aborted) return
        if (!isRepeated) {
          resolve(answer)
          return
        }
        void discard(answer.body, parts.clock)
        go(request.url, 0, resolve, reject)
      },
      (thrown: unknown) => {
        void discard(answer.body, parts.clock)
        if (!aborted) reject(new HttpRefusal(answer.url, thrown))
      },
    )
  }

  const answer = new Promise<HttpAnswer>((resolve, reject) => go(request.url, 0, resolve, reject))
  return {
    answer,
    get sent() {
      return reached.sent
    },
    abort: () => {
      aborted = true
      current?.destroy()
    },
  }
}

function open(parts: ExchangeParts, request: ExchangeRequest, url: URL, reached: { sent: boolean }): ClientRequest {
  const route = parts.routes.to(url)
  const body = request.body === undefined ? {} : { 'content-length': String(Buffer.byteLength(request.body)) }
  const guard = route.proxied ? undefined : request.guard
  const opened = route.request({
    ...route.options,
    ...(guard !== undefined && { lookup: guardedLookup(guard) }),
    method: request.method,
    headers: { 'accept-encoding': 'identity', ...request.headersFor(url), ...route.headers, ...body },
  })
  const timer = parts.clock.after(connectMs, () => {
    if (!reached.sent) opened.destroy(Object.assign(new Error('the connection timed out'), { code: 'ETIMEDOUT' }))
  })
  const connected = () => {
    reached.sent = true
    timer.cancel()
  }
  opened.once('socket', (socket: Socket) => {
    if (guard !== undefined && opened.reusedSocket) {
      try {
        checkReused(socket, guard, url.hostname)
      } catch (refusal) {
        opened.destroy(refusal as Error)
        return
      }
    }
    if (!opened.reusedSocket) socket.setKeepAlive(true, keepAliveProbeMs)
    if (opened.reusedSocket || !isOnItsWay(socket)) connected()
    else socket.once(socket instanceof TLSSocket ? 'secureConnect' : 'connect', connected)
  })
  opened.once('close', () => timer.cancel())
  return opened
}

function isOnItsWay(socket: Socket): boolean {
  return socket.connecting || (socket instanceof TLSSocket && socket.getProtocol() === null)
}

/**
 * The address of a redirect; null if this is the final answer. The method never changes, because a POST that becomes
 * a GET would mean something else.
 */
function nextUrl(status: number, location: string | undefined, from: URL): URL | null {
  if (![301, 302, 307, 308].includes(status) || location === undefined || !URL.canParse(location, from.href))
    return null
  const next = new URL(location, from)
  // A request that was sent over TLS is not repeated without it.
  const isWeaker = from.protocol === 'https:' && next.protocol !== 'https:'
  return isWeaker || !/^https?:$/.test(next.protocol) ? null : next
}

function messageIn(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown)
}
