/**
 * Keeps track of which clients follow changes to which resources. All followers share one subscription at the server,
 * which is repeated in each later session. Updates go only to the followers.
 */
import type { ProtocolEra } from '#contract/servers/server'
import type { CallableConnection } from '#engine/connections/callable'
import type { Clock, Log } from '#engine/ports'
import type { InboundRequest } from '#engine/connections/peer/inboundRequests'
import type { HeardFrom, NotificationHeard, ServerListener } from '#engine/registry/servers/connectionListener'
import type { Scope } from '#engine/registry/catalog/scope'
import type { Router } from '#engine/router/call'
import type { RouterServers } from '#engine/router/targets/routerServers'
import type { ResourceUpdates } from '#engine/router/resources/resourceUpdates'
import { unknownResource } from '#engine/router/targets/routedMethods'
import { WatchedResource } from '#engine/router/resources/watchedResource'

export interface ResourceSubscriptionsOptions {
  readonly servers: RouterServers
  /** The router. It also gets all messages that are not about resources. */
  readonly router: Router & ServerListener
  readonly clock: Clock
  readonly log: Log
}

export class ResourceSubscriptions implements ResourceUpdates, ServerListener {
  readonly #options: ResourceSubscriptionsOptions
  /** Watched resources, by pair and by URI. */
  readonly #watched = new Map<string, Map<string, WatchedResource>>()
  /** The connection of each pair that has a watched resource. */
  readonly #followed = new Map<string, CallableConnection>()

  constructor(options: ResourceSubscriptionsOptions) {
    this.#options = options
    options.servers.onViewsChanged(() => {
      for (const pairId of this.#watched.keys()) this.#follow(pairId)
    })
  }

  async subscribe(scope: Scope, uri: string, onUpdated: (uri: string) => void): Promise<() => void> {
    const view = this.#options.servers.view(scope)
    const route = view?.resources.find(uri)
    if (view === null || route === undefined) throw unknownResource(uri)
    const { slug, original } = route
    const of = { slug, pairId: view.pairOf(slug) }
    const resource = this.#resource(of, original, scope.era)
    const listener = () => {
      if (this.#options.servers.view(scope)?.resources.find(uri)?.slug === slug) onUpdated(uri)
    }
    const stop = () => {
      if (!resource.listeners.delete(listener) || resource.listeners.size > 0) return
      const forget = () => this.#forget(of.pairId, resource)
      resource.bringInStep().then(forget, forget)
    }
    resource.listeners.add(listener)
    this.#follow(of.pairId)
    try {
      await resource.bringInStep()
    } catch (thrown) {
      stop()
      throw thrown
    }
    return stop
  }

  onServerRequest(from: HeardFrom, request: InboundRequest, source: object): void {
    this.#options.router.onServerRequest(from, request, source)
  }

  onServerNotification(...[from, method, params, source, within]: NotificationHeard): void {
    const resources = this.#watched.get(from.pairId)
    if (method === 'notifications/resources/updated') {
      const updated = String(params['uri'])
      for (const resource of resources?.values() ?? [])
        if (isWithin(updated, resource.uri) && resource.isTold(source)) resource.updated.put(null)
    } else if (method === 'notifications/subscriptions/acknowledged')
      for (const resource of resources?.values() ?? []) resource.acknowledged(params)
    else this.#options.router.onServerNotification(from, method, params, source, within)
  }

  /** The watched resource, in the given era only if the server has a session for it. */
  #resource(of: HeardFrom, original: string, wanted: ProtocolEra | undefined): WatchedResource {
    const { servers } = this.#options
    const era = wanted !== undefined && servers.inUse(of.pairId)?.connection.otherEra === wanted ? wanted : undefined
    const key = era === undefined ? original : `${era} ${original}`
    let resources = this.#watched.get(of.pairId)
    if (resources === undefined) this.#watched.set(of.pairId, (resources = new Map<string, WatchedResource>()))
    let resource = resources.get(key)
    if (resource === undefined) {
      resource = new WatchedResource(of, original, era, this.#options)
      resources.set(key, resource)
    }
    return resource
  }

  #forget(pairId: string, resource: WatchedResource): void {
    const resources = this.#watched.get(pairId)
    const [key] = [...(resources ?? [])].find(([, one]) => one === resource) ?? []
    if (resources === undefined || key === undefined || resource.listeners.size > 0) return
    resources.delete(key)
    if (resources.size === 0) this.#watched.delete(pairId)
  }

  /**
   * Checks the resources whenever the state of the server's connection changes, until the server gets another
   * connection.
   */
  #follow(pairId: string): void {
    const connection = this.#options.servers.inUse(pairId)?.connection
    if (connection === this.#followed.get(pairId)) return
    this.#lookAt(pairId)
    if (connection === undefined) {
      this.#followed.delete(pairId)
      return
    }
    this.#followed.set(pairId, connection)
    void this.#followStates(pairId, connection)
  }

  async #followStates(pairId: string, connection: CallableConnection): Promise<void> {
    while (this.#followed.get(pairId) === connection) {
      await connection.changed()
      if (this.#options.servers.inUse(pairId)?.connection === connection) this.#lookAt(pairId)
      else if (this.#followed.get(pairId) === connection) this.#followed.delete(pairId)
    }
  }

  #lookAt(pairId: string): void {
    for (const resource of this.#watched.get(pairId)?.values() ?? [])
      resource.sessionMayHaveChanged().catch((thrown: unknown) => this.#warn(resource, thrown))
  }

  #warn({ of: { slug }, uri }: WatchedResource, error: unknown): void {
    this.#options.log.warn({ server: slug, uri, error }, 'subscribing to a resource failed')
  }
}

/** Whether an update concerns a subscription: a server may report a change below the subscribed URI. */
function isWithin(updated: string, subscribed: string): boolean {
  if (!updated.startsWith(subscribed)) return false
  return updated.length === subscribed.length || subscribed.endsWith('/') || updated[subscribed.length] === '/'
}
