/** A model behind an address that speaks the Messages API, Anthropic's or another's. The key goes there and nowhere else. */
import { z } from 'zod'
import { durationText } from '#contract/text/durationText'
import type { ModelSnapshot } from '#contract/chat/model'
import { messageOf } from '#contract/errors'
import { exchange, type ExchangeParts, HttpFailure, type HttpAnswer } from '#engine/net/httpExchange'
import { readFailure } from '#engine/chat/models/failures'
import { type ModelClient, ModelFailure, type ModelRequest, type ModelSink } from '#engine/chat/models/modelClient'
import { priceOf } from '#engine/chat/models/prices'
import { readAnswer } from '#engine/chat/models/answerStream'

export interface Endpoint {
  readonly kind: 'anthropic' | 'custom'
  readonly baseUrl: URL
  readonly key: string | null
  readonly headers: Readonly<Record<string, string>>
}

export interface MessagesClientOptions extends ExchangeParts {
  readonly endpoint: Endpoint
  /** Takes secrets out of what an endpoint says. */
  readonly redact: (text: string) => string
}

/** What an endpoint understands of the Messages API. */
interface Dialect {
  readonly version: string
  readonly countsTokens: boolean
  readonly showsThinking: boolean
  readonly hasKnownPrices: boolean
  /** What else speaks the API knows the key by its older name as well. */
  readonly olderKeyName: boolean
}

const dialects: Readonly<Record<Endpoint['kind'], Dialect>> = {
  anthropic: {
    version: '2026-10-21',
    countsTokens: true,
    showsThinking: true,
    hasKnownPrices: true,
    olderKeyName: false,
  },
  custom: {
    version: '2023-06-01',
    countsTokens: false,
    showsThinking: false,
    hasKnownPrices: false,
    olderKeyName: true,
  },
}
const eventStream = 'text/event-stream'
/** A model of one's own machine may read a long prompt for minutes before it says anything. */
const silenceMs = 600_000
const mostErrorBytes = 64 * 1024
const mostListBytes = 4_000_000
/** A list or a count that takes longer is done without. */
const sideRequestMs = 15_000

const listedModel = z.looseObject({
  id: z.string(),
  display_name: z.string().optional(),
  lifecycle: z.enum(['active', 'deprecated', 'retired']).optional().catch(undefined),
  max_input_tokens: z.number().nullish(),
  max_tokens: z.number().nullish(),
})
const modelPage = z.looseObject({
  data: z.array(listedModel),
  has_more: z.boolean().nullish(),
  last_id: z.string().nullish(),
})
const counted = z.looseObject({ input_tokens: z.number() })

export class MessagesClient implements ModelClient {
  readonly #options: MessagesClientOptions
  /** Models that do not take the wish to show their thinking. */
  readonly #plainModels = new Set<string>()

  constructor(options: MessagesClientOptions) {
    this.#options = options
  }

  get kind() {
    return this.#options.endpoint.kind
  }

  get #dialect() {
    return dialects[this.kind]
  }

  async stream(request: ModelRequest, sink: ModelSink, signal: AbortSignal): Promise<string> {
    const body = bodyText({ ...this.#bodyOf(request), stream: true })
    const sent = this.#send('POST', '/v1/messages', body, eventStream, signal)
    const timer = this.#options.clock.after(silenceMs, () => {
      sent.giveUp(notWithin(silenceMs))
    })
    try {
      const answer = await sent.whileWanted(sent.answer)
      timer.cancel()
      if (answer.status !== 200) {
        const failure = readFailure(
          answer.status,
          answer.headers,
          await sent.whileWanted(textOf(answer, mostErrorBytes)),
        )
        if (this.#showsThinking(request.model) && /thinking/i.test(failure.message) && failure.kind === 'refused') {
          this.#plainModels.add(request.model)
          return await this.stream(request, sink, signal)
        }
        throw failure
      }
      const type = answer.headers['content-type'] ?? eventStream
      if (!type.startsWith(eventStream))
        throw new ModelFailure(
          'refused',
          `The endpoint answered with ${type.split(';')[0]}, not with a stream: is it the right address?`,
        )
      return await readAnswer(answer.body, sink, this.#options.clock, signal)
    } catch (thrown) {
      throw this.#failureOf(thrown, signal)
    } finally {
      timer.cancel()
      sent.end()
    }
  }

  async countTokens(request: ModelRequest, signal: AbortSignal): Promise<number | null> {
    if (!this.#dialect.countsTokens) return null
    const { stream: _stream, max_tokens: _most, ...body } = this.#bodyOf(request)
    const json = await this.#json('POST', '/v1/messages/count_tokens', bodyText(body), signal)
    return counted.parse(json).input_tokens
  }

  async list(signal: AbortSignal): Promise<ModelSnapshot[]> {
    const models: ModelSnapshot[] = []
    for (let after = ''; ;) {
      const page = modelPage.parse(await this.#json('GET', `/v1/models?limit=1000${after}`, undefined, signal))
      for (const model of page.data)
        models.push({
          id: model.id,
          name: model.display_name ?? model.id,
          window: model.max_input_tokens ?? null,
          maxOutput: model.max_tokens ?? null,
          lifecycle: model.lifecycle ?? null,
          price: this.#dialect.hasKnownPrices ? priceOf(model.id) : null,
        })
      if (page.has_more !== true || typeof page.last_id !== 'string' || page.data.length === 0) return models
      after = `&after_id=${encodeURIComponent(page.last_id)}`
    }
  }

  #showsThinking(model: string): boolean {
    return this.#dialect.showsThinking && !this.#plainModels.has(model)
  }

  #bodyOf({ model, maxTokens, system, messages, tools }: ModelRequest): Record<string, unknown> {
    return {
      model,
      max_tokens: maxTokens,
      ...(this.#showsThinking(model) ? { thinking: { type: 'adaptive', display: 'summarized' } } : {}),
      ...(tools.length === 0 ? {} : { tools }),
      ...(system.length === 0 ? {} : { system }),
      messages,
    }
  }

  async #json(method: 'GET' | 'POST', path: string, body: string | undefined, signal: AbortSignal): Promise<unknown> {
    const sent = this.#send(method, path, body, 'application/json', signal)
    const timer = this.#options.clock.after(sideRequestMs, () => sent.giveUp(notWithin(sideRequestMs)))
    try {
      const answer = await sent.whileWanted(sent.answer)
      const text = await sent.whileWanted(textOf(answer, mostListBytes))
      if (answer.status !== 200) throw readFailure(answer.status, answer.headers, text)
      return JSON.parse(text) as unknown
    } catch (thrown) {
      throw this.#failureOf(thrown, signal)
    } finally {
      timer.cancel()
      sent.end()
    }
  }

  #send(method: 'GET' | 'POST', path: string, body: string | undefined, accept: string, signal: AbortSignal) {
    const { endpoint } = this.#options
    const { baseUrl, key } = endpoint
    const url = new URL(`${baseUrl.pathname.replace(/\/(v1\/?)?$/, '')}${path}`, baseUrl)
    const own = {
      accept,
      'user-agent': 'switchboard',
      'anthropic-version': this.#dialect.version,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(key === null ? {} : { authorization: `Bearer ${key}` }),
      ...(key !== null && this.#dialect.olderKeyName ? { 'x-api-key': key } : {}),
      ...endpoint.headers,
    }
    const bare = {
      accept,
      'user-agent': 'switchboard',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    }
    const exchanged = exchange(this.#options, {
      method,
      url,
      headersFor: (to) => (to.origin === url.origin ? own : bare),
      ...(body === undefined ? {} : { body }),
    })
    let reject: (reason: unknown) => void = () => undefined
    const unwanted = new Promise<never>((_resolve, refuse) => (reject = refuse))
    unwanted.catch(() => undefined)
    const giveUp = (reason: unknown) => {
      reject(reason)
      exchanged.abort()
    }
    const onAbort = () => giveUp(signal.reason)
    if (signal.aborted) onAbort()
    else signal.addEventListener('abort', onAbort, { once: true })
    return {
      answer: exchanged.answer,
      /** Rejects as soon as it was given up or called off, also where the endpoint goes on for ever. */
      whileWanted: <T>(work: Promise<T>) => Promise.race([work, unwanted]),
      giveUp,
      end: () => {
        signal.removeEventListener('abort', onAbort)
        exchanged.abort()
      },
    }
  }

  #failureOf(thrown: unknown, signal: AbortSignal): unknown {
    if (signal.aborted) return signal.reason
    const { redact, endpoint } = this.#options
    if (thrown instanceof ModelFailure)
      return new ModelFailure(thrown.kind, redact(thrown.message), thrown.retryAfterMs, thrown.cause)
    if (thrown instanceof HttpFailure)
      return new ModelFailure('again', redact(`${endpoint.baseUrl.host} cannot be reached: ${thrown.message}`))
    return new ModelFailure(
      'refused',
      redact(`${endpoint.baseUrl.host} answered what cannot be read: ${messageOf(thrown)}`),
    )
  }
}

/** Half of a surrogate pair, which any tool may give, has the whole request refused; JSON writes it as an escape. */
function bodyText(body: unknown): string {
  const json = JSON.stringify(body)
  if (!json.includes('\\ud')) return json
  return json.replace(/(?<!\\)((?:\\\\)*)\\ud[89a-f][0-9a-f]{2}/g, '$1\ufffd')
}

function notWithin(ms: number): ModelFailure {
  return new ModelFailure('again', `The endpoint did not begin to answer within ${durationText(ms)}.`)
}

async function textOf({ body }: HttpAnswer, mostBytes: number): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of body as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > mostBytes) break
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
