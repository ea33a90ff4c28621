/**
 * Tests an endpoint with requests that cost nothing: the list of models, and a message without content, which the
 * endpoint refuses. It does not use the SDK, which hides responses that do not follow the Messages API.
 */
import type { FailedModelTest, ModelSourceTest } from '#contract/chat/model'
import { shortText } from '#contract/text/shortText'
import { apiBase, dialects, type Endpoint, headersFor } from '#engine/chat/models/dialects'
import {
  listedModels,
  notApi,
  reasonFor,
  refusal,
  refusalOfIncomplete,
  type TestAnswer,
  type Verdict,
} from '#engine/chat/models/testing/testVerdict'
import { readText } from '#engine/net/httpBody'
import { exchange, type ExchangeParts, type HttpAnswer, HttpFailure } from '#engine/net/httpExchange'

export interface EndpointTestOptions extends ExchangeParts {
  readonly endpoint: Endpoint
  /** Removes secrets from an endpoint's texts. */
  readonly redact: (text: string) => string
}

/** The time limit for all requests together. */
const maxTestMs = 15_000
const maxBodyBytes = 4_000_000
const maxSaid = 300
const incompleteMessage = JSON.stringify({ max_tokens: 1, messages: [] })

class TimedOut extends Error {}
class Redirected extends Error {
  readonly to: URL

  constructor(to: URL) {
    super('')
    this.to = to
  }
}

/** Resolves with the outcome, even if the test fails. Rejects only with the signal's reason. */
export async function testEndpoint(options: EndpointTestOptions, signal: AbortSignal): Promise<ModelSourceTest> {
  const { clock, redact } = options
  const began = clock.elapsed()
  const deadline = new AbortController()
  const timer = clock.after(maxTestMs, () => deadline.abort(new TimedOut()))
  const took = () => Math.round(clock.elapsed() - began)
  const failed = ({ said, ...verdict }: Verdict): FailedModelTest => ({
    kind: 'failed',
    ...verdict,
    ms: took(),
    said: redact(said),
  })
  try {
    const found = await ask(options, AbortSignal.any([signal, deadline.signal]))
    return 'why' in found ? failed(found) : { kind: 'answered', ms: took(), models: found.models }
  } catch (thrown) {
    signal.throwIfAborted()
    return failed(await verdictOf(thrown, options))
  } finally {
    timer.cancel()
  }
}

async function ask(
  options: EndpointTestOptions,
  signal: AbortSignal,
): Promise<Verdict | { readonly models: number | null }> {
  const { kind } = options.endpoint
  const listing = await answerTo(options, 'v1/models?limit=1000', undefined, signal)
  const models = listedModels(listing)
  const refused = refusal(listing)
  if (refused === null && models === null) return notApi(listing)
  if (refused !== null && refused.why !== 'address') return refused
  // Anthropic's list also checks the key. Others list models to anyone, or list them without speaking this API.
  if (refused === null && dialects[kind].listChecksKey) return { models }
  const answer = await answerTo(options, 'v1/messages', incompleteMessage, signal)
  return refusalOfIncomplete(answer) ?? { models }
}

function answerTo(
  { endpoint, routes, clock }: EndpointTestOptions,
  path: string,
  body: string | undefined,
  signal: AbortSignal,
): Promise<TestAnswer> {
  const headers = headersFor(endpoint)
  return new Promise((resolve, reject) => {
    signal.throwIfAborted()
    const exchanged = exchange(
      { routes, clock },
      {
        method: body === undefined ? 'GET' : 'POST',
        url: new URL(`${apiBase(endpoint.baseUrl)}/${path}`),
        headersFor: (to) => ({
          accept: 'application/json',
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...headers(to),
        }),
        ...(body !== undefined && { body }),
      },
    )
    const stop = () => {
      exchanged.abort()
      reject(signal.reason as Error)
    }
    signal.addEventListener('abort', stop, { once: true })
    const read = async (): Promise<TestAnswer> => {
      const answer = await exchanged.answer
      const { status } = answer
      const contentType = answer.headers['content-type'] ?? ''
      const elsewhere = redirectOf(answer, endpoint)
      if (elsewhere !== null) {
        exchanged.abort()
        throw new Redirected(elsewhere)
      }
      // The body of a successful response is not needed, and may be a stream.
      if (body !== undefined && status < 300) {
        exchanged.abort()
        return { status, contentType, text: '' }
      }
      const { text } = await readText(answer.body, maxBodyBytes)
      return { status, contentType, text }
    }
    read()
      .then(resolve, reject)
      .finally(() => signal.removeEventListener('abort', stop))
  })
}

/**
 * The address of a redirect away from the endpoint; null if there is none. Either the redirect was followed to another
 * origin, which does not get the key, or it was not followed, for example because it leads from TLS to plain HTTP.
 */
function redirectOf({ status, headers, url }: HttpAnswer, { baseUrl }: Endpoint): URL | null {
  if (url.origin !== baseUrl.origin) return url
  const { location } = headers
  if (status < 300 || status >= 400 || location === undefined) return null
  return URL.canParse(location, url.href) ? new URL(location, url) : null
}

async function verdictOf(thrown: unknown, { routes }: EndpointTestOptions): Promise<Verdict> {
  if (thrown instanceof TimedOut) return { why: 'timedOut', status: null, said: '' }
  if (thrown instanceof Redirected)
    return { why: 'redirected', status: null, said: shortText(addressIn(thrown.to), maxSaid) }
  if (!(thrown instanceof HttpFailure)) throw thrown
  const why = reasonFor(thrown.cause)
  const seen = why === 'certificate' ? await routes.certificateOf(thrown.url).catch(() => null) : null
  const said = seen === null ? thrown.message : `${thrown.message}; ${seen}`
  return { why, status: null, said: shortText(said, maxSaid) }
}

/** Leaves out the query, in which the redirecting server can write anything. */
function addressIn({ origin, pathname }: URL): string {
  return `${origin}${pathname.replace(/\/v1\/(?:models|messages)$/, '')}`
}
