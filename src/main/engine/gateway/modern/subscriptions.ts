/** Open `subscriptions/listen` streams. Each is acknowledged first, gets each change once, and ends with a result. */
import { adminGrant } from '#engine/access/grant'
import type { GatewayParts } from '#engine/gateway/gatewayParts'
import { answerJson, notificationJson, type RequestId } from '#contract/jsonRpc/messages'
import {
  type HashesOf,
  KnownLists,
  listHashes,
  type ListHashes,
  type ListKind,
  noLists,
} from '#engine/gateway/lists/knownLists'
import { FollowedSet } from '#engine/gateway/modern/followedSet'
import { inputBounds } from '#contract/inputBounds'
import { metaKeys } from '#engine/policies/protocolVersions'
import type { MessageStream } from '#engine/gateway/request/reply'
import type { Standing } from '#engine/gateway/client/standing'
import type { Scope } from '#engine/registry/catalog/scope'

interface Subscription {
  readonly id: RequestId
  readonly standing: Standing
  /** The scope that the client saw when it subscribed. */
  readonly seen: Scope
  readonly stream: MessageStream
  readonly kinds: readonly ListKind[]
  /** Whether the acknowledgement was sent. Nothing else is sent before it. */
  acknowledged: boolean
  readonly lists: KnownLists
  readonly followed: FollowedSet | null
}

/** The notifications that a client asks for. */
export type NotificationFilter = Readonly<Record<string, unknown>>

const kindsBehind: Readonly<Record<string, readonly ListKind[]>> = {
  toolsListChanged: ['tools'],
  promptsListChanged: ['prompts'],
  resourcesListChanged: ['resources', 'templates'],
}

export class Subscriptions {
  readonly #parts: GatewayParts
  readonly #resultMeta: Readonly<Record<string, unknown>>
  readonly #open = new Set<Subscription>()

  constructor(parts: GatewayParts, resultMeta: Readonly<Record<string, unknown>>) {
    this.#parts = parts
    this.#resultMeta = resultMeta
  }

  get size(): number {
    return this.#open.size
  }

  /** Whether the client may subscribe. No client can use up all slots. */
  hasRoomFor(key: string): boolean {
    const { subscriptions, subscriptionsPerClient } = this.#parts.limits
    if (this.#open.size >= subscriptions) return false
    return key === adminGrant.key || this.#of(key).length < subscriptionsPerClient
  }

  async open(
    stream: MessageStream,
    id: RequestId,
    { standing, scope }: { readonly standing: Standing; readonly scope: Scope },
    filter: NotificationFilter,
  ): Promise<void> {
    const { views } = this.#parts
    const { search } = standing
    const keys = Object.keys(kindsBehind).filter((key) => filter[key] === true)
    const kinds = keys.flatMap((key) => kindsBehind[key] ?? [])
    const view = views.view(scope)
    const uris = addressesOf(filter).slice(0, this.#parts.limits.resourceSubscriptions)
    const followed = uris.length === 0 ? null : new FollowedSet(this.#parts, scope)
    const lists = new KnownLists(view === null ? noLists : listHashes(view, search))
    const subscription: Subscription = {
      id,
      standing,
      seen: scope,
      stream,
      kinds,
      lists,
      followed,
      acknowledged: false,
    }
    this.#open.add(subscription)
    stream.onClosed(() => {
      this.#open.delete(subscription)
      followed?.end()
    })
    const agreed = followed === null ? [] : await followed.follow(uris)
    if (!this.#open.has(subscription)) return
    const notifications = {
      ...Object.fromEntries(keys.map((key) => [key, true])),
      ...(agreed.length > 0 && { resourceSubscriptions: agreed }),
    }
    stream.send(notificationJson('notifications/subscriptions/acknowledged', { ...tag(id), notifications }))
    subscription.acknowledged = true
    const now = views.view(standing.again(scope))
    if (now !== null) this.#tellNews(subscription, listHashes(now, standing.search))
    followed?.tell((uri) => stream.send(notificationJson('notifications/resources/updated', { ...tag(id), uri })))
  }

  endAllOf(key: string): void {
    for (const subscription of this.#of(key)) this.#end(subscription)
  }

  publish(hashesOf: HashesOf): void {
    for (const subscription of this.#open) {
      const { standing, seen } = subscription
      const hashes = hashesOf(standing.again(seen), standing.search)
      if (hashes === undefined) this.#end(subscription)
      else this.#tellNews(subscription, hashes)
    }
  }

  close(): void {
    for (const subscription of this.#open) this.#end(subscription)
  }

  #of(key: string): Subscription[] {
    return [...this.#open].filter(({ standing }) => standing.grant.key === key)
  }

  #tellNews({ id, stream, lists, kinds, acknowledged }: Subscription, hashes: ListHashes): void {
    if (!acknowledged) return
    for (const method of lists.takeNews(hashes, (kind) => kinds.includes(kind)))
      stream.send(notificationJson(method, tag(id)))
  }

  #end(subscription: Subscription): void {
    const { id, stream, followed } = subscription
    const result = { resultType: 'complete', _meta: { ...this.#resultMeta, ...tag(id)._meta } }
    followed?.end()
    stream.send(answerJson(id, JSON.stringify(result)))
    stream.end()
    this.#open.delete(subscription)
  }
}

/** The URIs to follow. A URI that is too long is skipped, and the acknowledgement leaves it out. */
function addressesOf({ resourceSubscriptions: given }: NotificationFilter): readonly string[] {
  if (!Array.isArray(given)) return []
  return [...new Set(given.filter((uri) => typeof uri === 'string' && uri.length <= inputBounds.uri))]
}

function tag(id: RequestId): { readonly _meta: Readonly<Record<string, unknown>> } {
  return { _meta: { [metaKeys.subscriptionId]: id } }
}
