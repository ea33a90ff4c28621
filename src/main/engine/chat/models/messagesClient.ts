/**
 * Talks to a model at an address that serves the Messages API, Anthropic's or another. The key is sent only to that
 * address.
 */
import { APIConnectionError } from '@anthropic-ai/sdk'
import type { ThinkingConfigAdaptive } from '@anthropic-ai/sdk/resources/messages'
import type { ModelInfo } from '@anthropic-ai/sdk/resources/models'
import { z } from 'zod'
import type { ModelSnapshot } from '#contract/chat/model'
import { messageOf } from '#contract/errors'
import { readAnswer } from '#engine/chat/models/answerStream'
import { dialects, type Endpoint, headersFor } from '#engine/chat/models/dialects'
import { isEventStream, NoAnswer } from '#engine/chat/models/exchangeFetch'
import { isResponseError, notWithin, readFailure } from '#engine/chat/models/failures'
import { MessagesApi } from '#engine/chat/models/messagesApi'
import { type ModelClient, ModelFailure, type ModelRequest, type ModelSink } from '#engine/chat/models/modelClient'
import { priceOf } from '#engine/chat/models/prices'
import type { ExchangeParts } from '#engine/net/httpExchange'

export interface MessagesClientOptions extends ExchangeParts {
  readonly endpoint: Endpoint
  /** Removes secrets from an endpoint's texts. */
  readonly redact: (text: string) => string
}

/** The time limit for listing models, and for counting tokens. */
const sideRequestMs = 15_000

/** The fields that we read of the SDK's `ModelInfo`. Other endpoints omit most of them. */
const listedModel = z.looseObject({
  id: z.string(),
  display_name: z.string().optional(),
  lifecycle: z.enum(['active', 'deprecated', 'retired']).optional().catch(undefined),
  max_input_tokens: z.number().nullish(),
  max_tokens: z.number().nullish(),
} satisfies Partial<Record<keyof ModelInfo, z.ZodType>>)
const counted = z.looseObject({ input_tokens: z.number() })

export class MessagesClient implements ModelClient {
  readonly #options: MessagesClientOptions
  readonly #api: MessagesApi
  /** Models that rejected the request to show their thinking. */
  readonly #plainModels = new Set<string>()

  constructor(options: MessagesClientOptions) {
    this.#options = options
    const { endpoint, routes, clock } = options
    this.#api = new MessagesApi({ baseUrl: endpoint.baseUrl, routes, clock, headersFor: headersFor(endpoint) })
  }

  get kind() {
    return this.#options.endpoint.kind
  }

  get #dialect() {
    return dialects[this.kind]
  }

  async stream(request: ModelRequest, sink: ModelSink, signal: AbortSignal): Promise<string> {
    const body = bodyText({ ...this.#bodyOf(request), stream: true })
    const attempt = this.#attempt(signal, null)
    try {
      const response = await this.#api.answer(body, attempt.signal)
      if (!isEventStream(response.headers))
        throw new ModelFailure(
          'refused',
          `The endpoint answered with ${response.headers.get('content-type')?.split(';')[0]}, not with a stream. Check the address.`,
        )
      return await readAnswer(response, sink, attempt.signal)
    } catch (thrown) {
      const failure = this.#failureOf(thrown, attempt.signal)
      if (!isResponseError(thrown) || !this.#isAboutThinking(request.model, failure)) throw failure
      this.#plainModels.add(request.model)
    } finally {
      attempt.end()
    }
    return this.stream(request, sink, signal)
  }

  async countTokens(request: ModelRequest, signal: AbortSignal): Promise<number | null> {
    if (!this.#dialect.countsTokens) return null
    const { max_tokens: _max, ...body } = this.#bodyOf(request)
    const json = await this.#aside(signal, (own) => this.#api.countTokens(bodyText(body), own))
    return counted.parse(json).input_tokens
  }

  list(signal: AbortSignal): Promise<ModelSnapshot[]> {
    return this.#aside(signal, async (own) => {
      const models: ModelSnapshot[] = []
      for await (const given of this.#api.models.list({ limit: 1000 }, { signal: own })) {
        const model = listedModel.parse(given)
        models.push({
          id: model.id,
          name: model.display_name ?? model.id,
          window: model.max_input_tokens ?? null,
          maxOutput: model.max_tokens ?? null,
          lifecycle: model.lifecycle ?? null,
          price: this.#dialect.hasKnownPrices ? priceOf(model.id) : null,
        })
      }
      return models
    })
  }

  #showsThinking(model: string): boolean {
    return this.#dialect.showsThinking && !this.#plainModels.has(model)
  }

  #isAboutThinking(model: string, failure: unknown): boolean {
    if (!(failure instanceof ModelFailure) || failure.kind !== 'refused') return false
    return this.#showsThinking(model) && /thinking/i.test(failure.message)
  }

  #bodyOf({ model, maxTokens, system, messages, tools }: ModelRequest) {
    const thinking: ThinkingConfigAdaptive = { type: 'adaptive', display: 'summarized' }
    return {
      model,
      max_tokens: maxTokens,
      ...(this.#showsThinking(model) ? { thinking } : {}),
      ...(tools.length === 0 ? {} : { tools }),
      ...(system.length === 0 ? {} : { system }),
      messages,
    }
  }

  async #aside<Answer>(signal: AbortSignal, ask: (own: AbortSignal) => Promise<Answer>): Promise<Answer> {
    const attempt = this.#attempt(signal, sideRequestMs)
    try {
      return await ask(attempt.signal)
    } catch (thrown) {
      throw this.#failureOf(thrown, attempt.signal)
    } finally {
      attempt.end()
    }
  }

  /** The signal of one request: aborted when the caller cancels and, if `ms` is set, when that time is over. */
  #attempt(signal: AbortSignal, ms: number | null) {
    const own = new AbortController()
    const callOff = () => own.abort(signal.reason)
    if (signal.aborted) callOff()
    else signal.addEventListener('abort', callOff, { once: true })
    const timer = ms === null ? null : this.#options.clock.after(ms, () => own.abort(notWithin(ms)))
    return {
      signal: own.signal,
      end: () => {
        timer?.cancel()
        signal.removeEventListener('abort', callOff)
        own.abort()
      },
    }
  }

  #failureOf(thrown: unknown, signal: AbortSignal): unknown {
    if (signal.aborted) return signal.reason
    const { kind, message, retryAfterMs, cause } = this.#readFailure(thrown)
    return new ModelFailure(kind, this.#options.redact(message), retryAfterMs, cause)
  }

  #readFailure(thrown: unknown): ModelFailure {
    if (thrown instanceof ModelFailure) return thrown
    if (isResponseError(thrown)) return readFailure(thrown)
    const { host } = this.#options.endpoint.baseUrl
    if (thrown instanceof APIConnectionError && thrown.cause instanceof NoAnswer) {
      const { failure } = thrown.cause
      if (failure instanceof ModelFailure) return failure
      return new ModelFailure('again', `${host} cannot be reached: ${failure.message}`)
    }
    const why = thrown instanceof APIConnectionError ? thrown.cause : thrown
    return new ModelFailure('refused', `${host} sent an answer that cannot be read: ${messageOf(why)}`)
  }
}

/**
 * The request's body. Half of a surrogate pair, which any tool may return, would make the API refuse the whole request,
 * so its escape in the JSON is replaced.
 */
function bodyText(body: unknown): string {
  const json = JSON.stringify(body)
  if (!json.includes('\\ud')) return json
  return json.replace(/(?<!\\)((?:\\\\)*)\\ud[89a-f][0-9a-f]{2}/g, '$1\ufffd')
}
