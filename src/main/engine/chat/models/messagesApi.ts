/**
 * Anthropic's SDK, set up to do nothing on its own. Requests leave through our `fetch` with only our headers, so the
 * SDK never has the key. No other file loads the SDK, and this file is loaded when a chat first needs it.
 */
import { BaseAnthropic } from '@anthropic-ai/sdk'
import type { MessageTokensCount } from '@anthropic-ai/sdk/resources/messages'
import { Models } from '@anthropic-ai/sdk/resources/models'
import { apiBase } from '#engine/chat/models/dialects'
import { exchangeFetch, type FetchParts, eventStream } from '#engine/chat/models/exchangeFetch'

const forJson = new Headers({ 'content-type': 'application/json' })
const forEvents = new Headers({ 'content-type': 'application/json', accept: eventStream })
/** The maximum of a Node timer: the SDK must not time out, because the request's signal does, by our clock. */
const neverMs = 2 ** 31 - 1

export interface MessagesApiOptions extends FetchParts {
  readonly baseUrl: URL
}

export class MessagesApi extends BaseAnthropic {
  readonly models = new Models(this)

  constructor({ baseUrl, ...parts }: MessagesApiOptions) {
    super({
      baseURL: apiBase(baseUrl),
      fetch: exchangeFetch(parts),
      // The chat retries by itself, and shows when.
      maxRetries: 0,
      timeout: neverMs,
      // The SDK would read missing credentials from the environment.
      apiKey: null,
      authToken: null,
      webhookKey: null,
      logLevel: 'off',
      openTelemetry: false,
    })
  }

  /** The SDK's `messages.create` would write a warning to stderr for older models. */
  answer(body: string, signal: AbortSignal): Promise<Response> {
    return this.post('/v1/messages', { body, headers: forEvents, stream: true, signal }).asResponse()
  }

  countTokens(body: string, signal: AbortSignal): Promise<MessageTokensCount> {
    return this.post('/v1/messages/count_tokens', { body, headers: forJson, signal })
  }

  /** The SDK has no key to check, because `exchangeFetch` adds it. */
  protected override validateHeaders(): void {}

  /** The SDK must not look for credentials in the home folder or in environment variables. */
  protected override _shouldResolveDefaultCredentials(): boolean {
    return false
  }
}
