/**
 * A `fetch` for sign-ins, on the engine's own HTTP exchange: with its proxy and certificates, limits on time and size,
 * and a check of each address. It does not send the server's configured headers.
 */
import { type ExchangeParts, exchange, type HttpAnswer, HttpFailure } from '#engine/net/httpExchange'
import { discard, readText } from '#engine/net/httpBody'
import type { AddressPolicy } from '#engine/signIn/discovery/addressPolicy'

export type IssuerFetch = (url: string | URL, init?: RequestInit) => Promise<Response>

export interface IssuerFetchOptions {
  readonly parts: ExchangeParts
  readonly policy: AddressPolicy
  /** Aborts all requests. */
  readonly signal: AbortSignal
}

const answerMs = 20_000
const maxBytes = 1024 * 1024
const maxRedirects = 5
/** Statuses with which a `Response` must have no body. */
const bodiless = [204, 205, 304]

/** Rejects with an `HttpFailure` or the policy's refusal. With `redirect: 'manual'`, redirects are returned. */
export function createIssuerFetch(options: IssuerFetchOptions): IssuerFetch {
  return async (input, init = {}) => {
    let url = new URL(input)
    for (let followed = 0; ; followed += 1) {
      const response = await requestOnce(options, url, init)
      const next = init.redirect === 'manual' ? null : redirectOf(response, url, init.method)
      if (next === null) return response
      if (followed === maxRedirects) throw new HttpFailure(`it redirected more than ${maxRedirects} times`, url, true)
      url = next
    }
  }
}

async function requestOnce(
  { parts, policy, signal }: IssuerFetchOptions,
  url: URL,
  init: RequestInit,
): Promise<Response> {
  policy.check(url)
  signal.throwIfAborted()
  const running = exchange(parts, {
    method: init.method?.toUpperCase() === 'POST' ? 'POST' : 'GET',
    url,
    headersFor: () => ({ accept: 'application/json', ...Object.fromEntries(new Headers(init.headers)) }),
    ...(hasText(init.body) && { body: init.body.toString() }),
    guard: policy.checkResolved,
    keepRedirects: true,
  })
  return new Promise((resolve, reject) => {
    const end = () => {
      timer.cancel()
      signal.removeEventListener('abort', abort)
    }
    const giveUp = (error: unknown) => {
      end()
      const { sent } = running
      running.abort()
      reject(error instanceof Error ? error : new HttpFailure(String(error), url, sent))
    }
    const timer = parts.clock.after(answerMs, () =>
      giveUp(new HttpFailure(`no answer within ${answerMs / 1_000} s`, url, running.sent)),
    )
    const abort = () => giveUp(new HttpFailure('it was cancelled', url, running.sent))
    signal.addEventListener('abort', abort, { once: true })
    running.answer
      .then((answer) => responseOf(parts, answer))
      .then((response) => {
        end()
        resolve(response)
      }, giveUp)
  })
}

async function responseOf({ clock }: ExchangeParts, { status, headers, body, url }: HttpAnswer): Promise<Response> {
  const named = Object.entries(headers).filter(([, value]) => value !== undefined)
  const kept = new Headers(named.map(([name, value]) => [name, String(value)]))
  if (bodiless.includes(status) || (status >= 300 && status < 400)) {
    void discard(body, clock)
    return new Response(null, { status, headers: kept })
  }
  const { text, end } = await readText(body, maxBytes)
  if (end.kind === 'broken') throw new HttpFailure(end.reason, url, true)
  return new Response(text, { status, headers: kept })
}

/** Whether the body is one of the two kinds that the SDK sends. */
function hasText(body: RequestInit['body']): body is string | URLSearchParams {
  return typeof body === 'string' || body instanceof URLSearchParams
}

/** The address to follow. Only GET is redirected, because a POST may already have been processed. */
function redirectOf(response: Response, from: URL, method = 'GET'): URL | null {
  const location = response.headers.get('location')
  const isRedirect = [301, 302, 303, 307, 308].includes(response.status)
  if (!isRedirect || location === null || method.toUpperCase() !== 'GET' || !URL.canParse(location, from.href))
    return null
  return new URL(location, from)
}
