/** The open `subscriptions/listen` streams: acknowledged first, told once for each real change, ended with a result. */
import type { ServerResponse } from 'node:http'
import { EventStream } from '#engine/gateway/http/eventStream'
import type { Heartbeat } from '#engine/gateway/http/heartbeat'
import { answerJson, notificationJson, type RequestId } from '#engine/gateway/jsonRpc'
import { metaKeys } from '#engine/gateway/protocolVersions'
import type { CatalogView } from '#engine/registry/catalogView'
import type { Scope } from '#engine/registry/scope'

interface Subscription {
  readonly id: RequestId
  readonly scope: Scope
  readonly stream: EventStream
  readonly toolsListChanged: boolean
  knownHash: string
}

/** What a client may ask to be told; of these only the list of tools changes here. */
export interface NotificationFilter {
  readonly toolsListChanged?: unknown
}

export class Subscriptions {
  readonly #heartbeat: Heartbeat
  readonly #resultMeta: Readonly<Record<string, unknown>>
  readonly #open = new Set<Subscription>()

  constructor(heartbeat: Heartbeat, resultMeta: Readonly<Record<string, unknown>>) {
    this.#heartbeat = heartbeat
    this.#resultMeta = resultMeta
  }

  get size(): number {
    return this.#open.size
  }

  open(response: ServerResponse, id: RequestId, view: CatalogView, filter: NotificationFilter): void {
    const stream = new EventStream(response)
    const toolsListChanged = filter.toolsListChanged === true
    const subscription = { id, scope: view.scope, stream, toolsListChanged, knownHash: view.hash }
    const agreed = toolsListChanged ? { toolsListChanged } : {}
    stream.send(notificationJson('notifications/subscriptions/acknowledged', { ...tag(id), notifications: agreed }))
    this.#heartbeat.add(stream)
    this.#open.add(subscription)
    response.on('close', () => this.#open.delete(subscription))
  }

  publish(hashOf: (scope: Scope) => string | undefined): void {
    for (const subscription of this.#open) {
      const hash = hashOf(subscription.scope)
      if (hash === undefined) this.#end(subscription)
      else if (subscription.toolsListChanged && hash !== subscription.knownHash) {
        subscription.knownHash = hash
        subscription.stream.send(notificationJson('notifications/tools/list_changed', tag(subscription.id)))
      }
    }
  }

  close(): void {
    for (const subscription of this.#open) this.#end(subscription)
  }

  #end(subscription: Subscription): void {
    const { id, stream } = subscription
    const result = { resultType: 'complete', _meta: { ...this.#resultMeta, ...tag(id)._meta } }
    stream.send(answerJson(id, JSON.stringify(result)))
    stream.end()
    this.#open.delete(subscription)
  }
}

function tag(id: RequestId): { readonly _meta: Readonly<Record<string, unknown>> } {
  return { _meta: { [metaKeys.subscriptionId]: id } }
}
