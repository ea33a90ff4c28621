/** Assembles the parts that host servers in containers. */
import { hostname } from 'node:os'
import type { ContainerLaunch, HttpLaunch } from '#contract/servers/server'
import { isContainer } from '#contract/servers/transports'
import type { OpenTransport } from '#engine/connections/transport'
import { createContainerOpener } from '#engine/connections/transports/containerTransport'
import type { Settings } from '#engine/engineSettings'
import type { EventHub } from '#engine/events'
import { storeIdOf } from '#engine/filesOfStore'
import { HostedServers, isHosted } from '#engine/hosted/hostedServers'
import { HostedWard } from '#engine/hosted/hostedWard'
import { HostedVolumes } from '#engine/hosted/hostedVolumes'
import { statusOf } from '#engine/hosted/snapshot'
import { UsageHistory } from '#engine/hosted/usageHistory'
import { Containers } from '#engine/hosting/containers'
import { dockerProviders } from '#engine/hosting/docker/dockerProviders'
import { keyName } from '#engine/hosting/e2b/e2bPlace'
import { E2bProvider } from '#engine/hosting/e2b/e2bProvider'
import { LastAnswers } from '#engine/hosting/lastAnswers'
import { PackageInstaller } from '#engine/hosting/packages/packageInstaller'
import type { PackageIndex, PackageIndexOptions } from '#engine/packages/packageIndex'
import type { Ports } from '#engine/ports'
import type { ServerChanges } from '#engine/registry/changes/serverChanges'
import type { MakeConnection } from '#engine/registry/servers/connectionFactory'
import type { ServerRegistry } from '#engine/registry/serverRegistry'
import type { Router } from '#engine/router/call'
import type { ProjectSecrets } from '#engine/secrets/projectSecrets'
import type { Store } from '#engine/store/openStore'
import type { WorkspaceStatus } from '#engine/store/servers/workspaceStore'

/** The name under which an engine leases hosted servers. Other engines show it to people. */
export function leaseOwner(engine: string): string {
  return `${hostname()}:${engine.slice(0, 8)}`
}

export interface HostingParts {
  readonly store: Store
  readonly events: Pick<EventHub, 'publish'>
  readonly background: { run(what: string, work: () => Promise<unknown>): void }
  /** This engine's key. */
  readonly engine: string
  readonly settings: Pick<Settings, 'current'>
  readonly secrets: Pick<ProjectSecrets, 'ofDefault'>
}

export interface HostedParts {
  readonly registry: ServerRegistry
  readonly servers: ServerChanges
  readonly secrets: ProjectSecrets
  readonly router: Router
}

/** The parts that connections need, in a layer below the parts that people use. */
export interface Hosting {
  opener(openHttp: OpenTransport<HttpLaunch>): OpenTransport<ContainerLaunch>
  /** Watches hosted servers' connections, and keeps each server's stored state up to date. */
  watched(make: MakeConnection): MakeConnection
  service(parts: HostedParts): HostedServers
  /** Gives the doctor access to hosted servers. */
  ward(registry: ServerRegistry, openHttp: OpenTransport<HttpLaunch>): HostedWard
  /** Removes containers of earlier engines that no server needs. */
  sweep(registry: ServerRegistry): void
  /** Cancels starts. From now on, stops get the time limit of a shutdown, and every wait for a runtime is limited. */
  leave(): void
  close(): Promise<void>
}

/** The setting that is set once a server was hosted from this store. Until then, no runtime is searched for. */
const usedKey = 'hosting-used'

export function createHosting(
  ports: Ports,
  { store, events, background, engine, settings, secrets: kept }: HostingParts,
): Hosting {
  const { clock, log, redactor } = ports
  const e2b = () => new E2bProvider({ ...ports, key: () => kept.ofDefault(keyName) })
  const lastAnswers = new LastAnswers(clock)
  const own = ports.containerProviders ?? [...dockerProviders(ports), e2b()]
  const providers = own.map((one) => lastAnswers.of(one))
  const name = leaseOwner(engine)
  let storeId: Promise<string> | null = null
  const owner = () => (storeId ??= storeIdOf(store.settings))
  const changed = (id: string) => {
    usage.look()
    events.publish({ type: 'hosting.changed', id })
  }
  const addresses = () => ({ npm: settings.current.npmRegistry, pypi: settings.current.pypiIndex })
  const packages = new PackageInstaller({
    owner,
    addresses,
    clock,
    log,
    onLine: (slug, text, line) =>
      events.publish({ type: 'hosting.installing', slug, package: text, line: redactor.redact(line) }),
  })
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
    packages,
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
        const status = statusOf(state.kind)
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
        installer: packages,
        index: packageIndex(ports, addresses),
        images: () => ({ npm: settings.current.npmImage, pypi: settings.current.pypiImage }),
        background,
      })
    },
    ward: (registry, openHttp) => new HostedWard({ containers, registry, store: store.workspaces, openHttp, clock }),
    sweep: (registry) => {
      const isWanted = (id: string) => registry.rows().some((row) => row.id === id && row.enabled)
      background.run('remove containers that no server needs', () => containers.sweep(isWanted))
    },
    leave: () => {
      lastAnswers.begin()
      containers.leave()
    },
    close: async () => {
      usage.close()
      await containers.close()
    },
  }
}

/** Loads the package index at first use, because it brings everything that TLS needs. */
function packageIndex(ports: Ports, addresses: PackageIndexOptions['addresses']): Pick<PackageIndex, 'find'> {
  let index: Promise<PackageIndex> | null = null
  const open = async () => {
    const [{ createHttpRoutes }, { PackageIndex: Index }] = await Promise.all([
      import('#engine/net/httpRoutes'),
      import('#engine/packages/packageIndex'),
    ])
    return new Index({ routes: createHttpRoutes(ports), clock: ports.clock, addresses })
  }
  return { find: async (wish) => (await (index ??= open())).find(wish) }
}
