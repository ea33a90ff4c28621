/** Connects client setup to the rest of the engine. Loaded at first use, because most starts do not need it. */
import type { Access } from '#engine/access/access'
import { homeOf } from '#engine/clients/knownPlaces'
import type { ClientSetup } from '#engine/clients/setup/clientSetup'
import type { Ports } from '#engine/ports'
import type { ServerChanges } from '#engine/registry/changes/serverChanges'
import type { ServerImports } from '#engine/registry/changes/serverImports'
import { projectToKeepIn } from '#engine/registry/projects/namedProject'
import type { ServerRegistry } from '#engine/registry/serverRegistry'
import type { SetAside } from '#engine/store/setAside'

interface SetupEngine {
  readonly registry: ServerRegistry
  readonly servers: ServerChanges
  readonly imports: ServerImports
  readonly access: Access
  readonly setAside: SetAside
}

export type ClientSetupOnDemand = Pick<ClientSetup, 'previewConnect' | 'previewDisconnect' | 'connect' | 'disconnect'>

export function createClientSetup(ports: Ports, engine: SetupEngine): ClientSetupOnDemand {
  let opened: Promise<ClientSetup> | null = null
  const setup = () => (opened ??= openClientSetup(ports, engine))
  return {
    previewConnect: async (...wish) => (await setup()).previewConnect(...wish),
    previewDisconnect: async (...wish) => (await setup()).previewDisconnect(...wish),
    connect: async (...wish) => (await setup()).connect(...wish),
    disconnect: async (...wish) => (await setup()).disconnect(...wish),
  }
}

async function openClientSetup(
  ports: Ports,
  { registry, servers, imports, access, setAside }: SetupEngine,
): Promise<ClientSetup> {
  const { ClientSetup } = await import('#engine/clients/setup/clientSetup')
  return new ClientSetup({
    home: homeOf(ports.environment),
    dataFolder: ports.paths.dataFolder,
    clock: ports.clock,
    setAside,
    addServers: async (wanted, projectId) => {
      const taken = await imports.takeAll(wanted, projectToKeepIn(registry, projectId))
      return taken.servers.map(({ slug }) => slug)
    },
    removeServers: async (slugs) => {
      for (const slug of slugs) await servers.remove(slug)
    },
    admit: async (client, title) => {
      const known = access.list().find(({ kind }) => kind === client)
      const { id } = known ?? (await access.create({ name: title, kind: client }))
      return { clientId: id }
    },
    createToken: (clientId) => access.createToken(clientId),
    revokeToken: (id) => access.revokeToken(id).catch(() => undefined),
  })
}
