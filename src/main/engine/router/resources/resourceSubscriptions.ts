/**
 * Who wants to hear of changes of which resource. What several ask for is asked of its server once, and again of each
 * session of that server that comes after; what the server tells reaches those who asked, and nobody else.
 */
import type { ProtocolEra } from '#contract/servers/server'
import type { CallableConnection } from '#engine/connections/callable'
import type { Clock, Log } from '#engine/ports'
import type { InboundRequest } from '#engine/connections/peer/inboundRequests'
import type { NotificationHeard, ServerListener } from '#engine/registry/servers/connectionListener'
import type { Scope } from '#engine/registry/catalog/scope'
import type { Router } from '#engine/router/call'
import type { RouterServers } from '#engine/router/targets/routerServers'
import type { ResourceUpdates } from '#engine/router/resources/resourceUpdates'
import { unknownResource } from '#engine/router/targets/routedMethods'
import { WatchedResource } from '#engine/router/resources/watchedResource'

export interface ResourceSubscriptionsOptions {
  readonly servers: RouterServers
  /** Also the listener to whom goes what is not about resources. */
  readonly router: Router & ServerListener
  readonly clock: Clock
  readonly log: Log
}

export class ResourceSubscriptions implements ResourceUpdates, ServerListener {
  readonly #options: ResourceSubscriptionsOptions
  readonly #watched = new Map<string, Map<string, WatchedResource>>()
  /** The connection of each server that has something watched. */
  readonly #followed = new Map<string, CallableConnection>()

  constructor(options: ResourceSubscriptionsOptions) {
    this.#options = options
    options.servers.onViewsChanged(() => {
      for (const slug of this.#watched.keys()) this.#follow(slug)
    })
  }

  async subscribe(scope: Scope, uri: string, onUpdated: (uri: string) => void): Promise<() => void> {
    const route = this.#options.servers.view(scope)?.resources.find(uri)
    if (route === undefined) throw unknownResource(uri)
    const { slug, original } = route
    const resource = this.#resource(slug, original, scope.era)
    const listener = () => {
      if (this.#options.servers.view(scope)?.resources.find(uri)?.slug === slug) onUpdated(uri)
    }
    const stop = () => {
      if (!resource.listeners.delete(listener) || resource.listeners.size > 0) return
      const forget = () => this.#forget(slug, resource)
      resource.bringInStep().then(forget, forget)
    }
    resource.listeners.add(listener)
    this.#follow(slug)
    try {
      await resource.bringInStep()
    } catch (thrown) {
      stop()
      throw thrown
    }
    return stop
  }

  onServerRequest(slug: string, request: InboundRequest, source: object): void {
    this.#options.router.onServerRequest(slug, request, source)
  }

  onServerNotification(...[slug, method, params, source, within]: NotificationHeard): void {
    const resources = this.#watched.get(slug)
    if (method === 'notifications/resources/updated') {
      const updated = String(params['uri'])
      for (const resource of resources?.values() ?? [])
        if (isWithin(updated, resource.uri) && resource.isTold(source)) resource.updated.put(null)
    } else if (method === 'notifications/subscriptions/acknowledged')
      for (const resource of resources?.values() ?? []) resource.acknowledged(params)
    else this.#options.router.onServerNotification(slug, method, params, source, within)
  }

  /** Of a server with a session for this era, the resource as it is there. */
  #resource(slug: string, original: string, wanted: ProtocolEra | undefined): WatchedResource {
    const { servers } = this.#options
    const era = wanted !== undefined && servers.enabledServer(slug)?.connection.otherEra === wanted ? wanted : undefined
    const key = era === undefined ? original : `${era} ${original}`
    let resources = this.#watched.get(slug)
    if (resources === undefined) this.#watched.set(slug, (resources = new Map<string, WatchedResource>()))
    let resource = resources.get(key)
    if (resource === undefined) {
      resource = new WatchedResource(slug, original, era, this.#options)
      resources.set(key, resource)
    }
    return resource
  }

  #forget(slug: string, resource: WatchedResource): void {
    const resources = this.#watched.get(slug)
    const [key] = [...(resources ?? [])].find(([, one]) => one === resource) ?? []
    if (resources === undefined || key === undefined || resource.listeners.size > 0) return
    resources.delete(key)
    if (resources.size === 0) this.#watched.delete(slug)
  }

  /** Looks at the connection whenever its state changes, for as long as it is the one of this server. */
  #follow(slug: string): void {
    const connection = this.#options.servers.enabledServer(slug)?.connection
    if (connection === this.#followed.get(slug)) return
    this.#lookAt(slug)
    if (connection === undefined) {
      this.#followed.delete(slug)
      return
    }
    this.#followed.set(slug, connection)
    void this.#followStates(slug, connection)
  }

  async #followStates(slug: string, connection: CallableConnection): Promise<void> {
    while (this.#followed.get(slug) === connection) {
      await connection.changed()
      if (this.#options.servers.enabledServer(slug)?.connection === connection) this.#lookAt(slug)
      else if (this.#followed.get(slug) === connection) this.#followed.delete(slug)
    }
  }

  #lookAt(slug: string): void {
    for (const resource of this.#watched.get(slug)?.values() ?? [])
      resource.sessionMayHaveChanged().catch((thrown: unknown) => this.#warn(slug, resource.uri, thrown))
  }

  #warn(slug: string, uri: string, error: unknown): void {
    this.#options.log.warn({ server: slug, uri, error }, 'a server could not be asked about changes of a resource')
  }
}

/** A server may tell of a part of what was subscribed to. */
function isWithin(updated: string, subscribed: string): boolean {
  if (!updated.startsWith(subscribed)) return false
  return updated.length === subscribed.length || subscribed.endsWith('/') || updated[subscribed.length] === '/'
}
