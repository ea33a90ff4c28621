/**
 * Anthropic's SDK, set up so that it says and does nothing of its own: the request leaves by our `fetch`, with our
 * headers alone, so the SDK never has the key. Nothing else loads the SDK, and this is loaded when a chat first needs it.
 */
import { BaseAnthropic } from '@anthropic-ai/sdk'
import type { MessageTokensCount } from '@anthropic-ai/sdk/resources/messages'
import { Models } from '@anthropic-ai/sdk/resources/models'
import { exchangeFetch, type FetchParts, eventStream } from '#engine/chat/models/exchangeFetch'

const forJson = new Headers({ 'content-type': 'application/json' })
const forEvents = new Headers({ 'content-type': 'application/json', accept: eventStream })
/** The longest that a timer of Node can be set to. Requests are given up by their signal, on the engine's clock. */
const neverMs = 2 ** 31 - 1

export interface MessagesApiOptions extends FetchParts {
  readonly baseUrl: URL
}

export class MessagesApi extends BaseAnthropic {
  readonly models = new Models(this)

  constructor({ baseUrl, ...parts }: MessagesApiOptions) {
    super({
      baseURL: `${baseUrl.origin}${baseUrl.pathname.replace(/\/(v1\/?)?$/, '')}`,
      fetch: exchangeFetch(parts),
      // The chat asks again itself, and shows when.
      maxRetries: 0,
      timeout: neverMs,
      // Each of these is read from the environment where it is not given.
      apiKey: null,
      authToken: null,
      webhookKey: null,
      logLevel: 'off',
      openTelemetry: false,
    })
  }

  /** Not `messages.create` of the SDK: for older models that writes a warning to stderr. */
  answer(body: string, signal: AbortSignal): Promise<Response> {
    return this.post('/v1/messages', { body, headers: forEvents, stream: true, signal }).asResponse()
  }

  countTokens(body: string, signal: AbortSignal): Promise<MessageTokensCount> {
    return this.post('/v1/messages/count_tokens', { body, headers: forJson, signal })
  }

  /** The SDK has no key to look for: `exchangeFetch` adds it. */
  protected override validateHeaders(): void {}

  /** Neither files in the home folder nor variables of the environment say who is asking. */
  protected override _shouldResolveDefaultCredentials(): boolean {
    return false
  }
}
