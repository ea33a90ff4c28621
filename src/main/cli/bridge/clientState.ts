/**
 * Remembers what a client has set up, its handshake and its subscriptions, so that the bridge can repeat it for another
 * engine. Pure state.
 */
import { fieldsOf, isObject } from '#contract/jsonRpc/jsonObject'
import { notificationJson, type Params, requestJson, type RequestId, type RpcRequest } from '#contract/jsonRpc/messages'

const subscriptionKey = 'io.modelcontextprotocol/subscriptionId'
const legacyLists = ['tools', 'prompts', 'resources'] as const
const modernLists = {
  toolsListChanged: 'tools',
  promptsListChanged: 'prompts',
  resourcesListChanged: 'resources',
} as const

interface Listening {
  readonly line: string
  readonly filter: Params
  acknowledged: boolean
}

export class ClientState {
  #handshake: { readonly params: Params; isAnswered: boolean } | null = null
  #initializeId: RequestId | null = null
  #isInitialized = false
  #level: Params | null = null
  readonly #followed = new Map<string, Params>()
  readonly #listening = new Map<RequestId, Listening>()
  /** Repeated subscriptions whose acknowledgement the client already has. */
  readonly #renewed = new Set<RequestId>()
  #repeated = 0

  isListening(id: RequestId): boolean {
    return this.#listening.has(id)
  }

  /** Notes a request that the client sent. */
  requested(request: RpcRequest, line: string): void {
    const { id, method, params } = request
    if (method === 'initialize') {
      this.#handshake = { params, isAnswered: false }
      this.#initializeId = id
    } else if (method === 'logging/setLevel') this.#level = params
    else if (method === 'resources/subscribe') this.#follow(params)
    else if (method === 'resources/unsubscribe') this.#followed.delete(uriOf(params))
    else if (method === 'subscriptions/listen') {
      const { notifications } = params
      this.#listening.set(id, { line, filter: fieldsOf(notifications), acknowledged: false })
    }
  }

  notified(method: string, params: Params): void {
    if (method === 'notifications/initialized') this.#isInitialized = true
    else if (method === 'notifications/cancelled') this.#listening.delete(params['requestId'] as RequestId)
  }

  /** Notes that the engine has answered one of the client's requests. */
  answered(id: RequestId): void {
    if (id === this.#initializeId && this.#handshake !== null) this.#handshake.isAnswered = true
    this.#listening.delete(id)
  }

  /**
   * Notes that the engine acknowledged a subscription. Returns true if the client already has the acknowledgement from
   * an earlier engine.
   */
  wasAcknowledged(id: RequestId): boolean {
    const listening = this.#listening.get(id)
    if (listening !== undefined) listening.acknowledged = true
    return this.#renewed.delete(id)
  }

  #follow(params: Params): void {
    const uri = uriOf(params)
    if (uri !== '') this.#followed.set(uri, params)
  }

  /** The lines to send first to another engine. `isRepeated` recognises their answers, which are dropped. */
  repeated(): string[] {
    const lines: string[] = []
    const ask = (method: string, params: Params) => {
      this.#repeated += 1
      lines.push(requestJson(`${repeatedPrefix}${this.#repeated}`, method, params))
    }
    if (this.#handshake?.isAnswered === true) {
      ask('initialize', this.#handshake.params)
      if (this.#isInitialized) lines.push(notificationJson('notifications/initialized'))
      if (this.#level !== null) ask('logging/setLevel', this.#level)
      for (const params of this.#followed.values()) ask('resources/subscribe', params)
    }
    for (const [id, { line, acknowledged }] of this.#listening) {
      if (!acknowledged) continue
      this.#renewed.add(id)
      lines.push(line)
    }
    return lines
  }

  /** Notifications to the client that the lists may have changed, because another engine serves it now. */
  news(): string[] {
    const lines: string[] = []
    if (this.#handshake?.isAnswered === true && this.#isInitialized) {
      for (const list of legacyLists) lines.push(notificationJson(`notifications/${list}/list_changed`))
      for (const uri of this.#followed.keys()) lines.push(notificationJson('notifications/resources/updated', { uri }))
    }
    for (const [id, { filter, acknowledged }] of this.#listening) {
      if (!acknowledged) continue
      const mark = { _meta: { [subscriptionKey]: id } }
      for (const [wish, list] of Object.entries(modernLists)) {
        if (filter[wish] === true) lines.push(notificationJson(`notifications/${list}/list_changed`, mark))
      }
      const { resourceSubscriptions: uris } = filter
      for (const uri of Array.isArray(uris) ? uris : [])
        lines.push(notificationJson('notifications/resources/updated', { ...mark, uri }))
    }
    return lines
  }
}

/** The resource's URI; empty if it is missing or not a string, because an engine could not follow such a resource. */
function uriOf({ uri }: Params): string {
  return typeof uri === 'string' ? uri : ''
}

/** The id of the subscription that a notification belongs to. */
export function acknowledgedId({ _meta: meta }: Params): RequestId {
  return (isObject(meta) ? meta[subscriptionKey] : undefined) as RequestId
}

const repeatedPrefix = 'switchboard-bridge:'

export function isRepeated(id: RequestId): boolean {
  return typeof id === 'string' && id.startsWith(repeatedPrefix)
}
