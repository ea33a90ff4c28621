/** Puts the parts together that host servers in containers. */
import { hostname } from 'node:os'
import type { ContainerLaunch, HttpLaunch } from '#contract/servers/server'
import { isContainer } from '#contract/servers/transports'
import type { OpenTransport } from '#engine/connections/transport'
import { createContainerOpener } from '#engine/connections/transports/containerTransport'
import type { EventHub } from '#engine/events'
import { storeIdOf } from '#engine/filesOfStore'
import { HostedServers, isHosted } from '#engine/hosted/hostedServers'
import { HostedVolumes } from '#engine/hosted/hostedVolumes'
import { statusOf } from '#engine/hosted/snapshot'
import { UsageHistory } from '#engine/hosted/usageHistory'
import { Containers } from '#engine/hosting/containers'
import { dockerProviders } from '#engine/hosting/docker/dockerProviders'
import type { Ports } from '#engine/ports'
import type { ServerChanges } from '#engine/registry/changes/serverChanges'
import type { MakeConnection } from '#engine/registry/servers/connectionFactory'
import type { ServerRegistry } from '#engine/registry/serverRegistry'
import type { Router } from '#engine/router/call'
import type { ProjectSecrets } from '#engine/secrets/projectSecrets'
import type { Store } from '#engine/store/openStore'
import type { WorkspaceStatus } from '#engine/store/servers/workspaceStore'

export interface HostingParts {
  readonly store: Store
  readonly events: Pick<EventHub, 'publish'>
  readonly background: { run(what: string, work: () => Promise<unknown>): void }
  /** The key of this engine. */
  readonly engine: string
}

export interface HostedParts {
  readonly registry: ServerRegistry
  readonly servers: ServerChanges
  readonly secrets: ProjectSecrets
  readonly router: Router
}

/** What connections need of it; what people need of it comes above them. */
export interface Hosting {
  opener(openHttp: OpenTransport<HttpLaunch>): OpenTransport<ContainerLaunch>
  /** Connections of hosted servers are followed: what is stored of them says what they are. */
  watched(make: MakeConnection): MakeConnection
  service(parts: HostedParts): HostedServers
  /** Removes what engines before left that nobody wants. */
  sweep(registry: ServerRegistry): void
  /** What is stopped from now on has the time of a shutdown. */
  leave(): void
  close(): Promise<void>
}

/** Set once anything was hosted from this store: until then no runtime is looked for. */
const usedKey = 'hosting-used'

export function createHosting(ports: Ports, { store, events, background, engine }: HostingParts): Hosting {
  const { clock, log, redactor } = ports
  const providers = ports.containerProviders ?? dockerProviders(ports)
  const name = `${hostname()}:${engine.slice(0, 8)}`
  let storeId: Promise<string> | null = null
  const owner = () => (storeId ??= storeIdOf(store.settings))
  const changed = (id: string) => {
    usage.look()
    events.publish({ type: 'hosting.changed', id })
  }
  const containers: Containers = new Containers({
    store: store.workspaces,
    providers,
    owner,
    wasUsed: { note: () => store.settings.setOnce(usedKey, true), get: () => store.settings.get(usedKey) },
    engine: name,
    clock,
    log,
    redact: (text) => redactor.redact(text),
    background,
    onPulling: (pull) => events.publish({ type: 'hosting.pulling', ...pull }),
    onChanged: changed,
  })
  const usage = new UsageHistory({ clock, background, live: () => containers.all() })
  return {
    opener: (openHttp) => createContainerOpener({ runContainer: containers.run, openHttp, clock }),
    watched: (make) => (row, rules, listener, serverLog) => {
      if (!isContainer(row.launch)) return make(row, rules, listener, serverLog)
      let noted: WorkspaceStatus | null = null
      const onState: typeof listener.onState = (state) => {
        const status = statusOf(state)
        if (status !== null && status !== noted) containers.noteStatus(row.id, status)
        noted = status ?? noted
        listener.onState(state)
        changed(row.id)
      }
      return make(row, rules, { ...listener, onState }, serverLog)
    },
    service: ({ registry, servers, secrets, router }) => {
      const hosted = () => registry.definitions().filter(isHosted)
      const volumes = new HostedVolumes({ providers, containers, owner, hosted, clock })
      return new HostedServers({
        registry,
        servers,
        secrets,
        router,
        containers,
        volumes,
        usage,
        store: store.workspaces,
        engine: name,
        clock,
      })
    },
    sweep: (registry) => {
      const isWanted = (id: string) => registry.rows().some((row) => row.id === id && row.enabled)
      background.run('remove containers that nobody wants', () => containers.sweep(isWanted))
    },
    leave: () => containers.leave(),
    close: async () => {
      usage.close()
      await containers.close()
    },
  }
}
