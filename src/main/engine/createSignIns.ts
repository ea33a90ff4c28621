/** Connects sign-ins to remote servers with the rest of the engine. */
import { AppError, messageOf } from '#contract/errors'
import { hasAddress } from '#contract/servers/transports'
import type { Background } from '#engine/background'
import { launchUrl } from '#engine/connections/transports/httpLaunch'
import type { Settings } from '#engine/engineSettings'
import type { ExchangeParts } from '#engine/net/httpExchange'
import type { Ports, Vault } from '#engine/ports'
import type { PrepareLaunch } from '#engine/registry/servers/connectionFactory'
import { patientOf } from '#engine/registry/servers/patient'
import type { ServerRegistry } from '#engine/registry/serverRegistry'
import type { EngineVaults } from '#engine/secrets/engineVaults'
import { accountOfItem } from '#engine/signIn/heldSignIn'
import { SignIns } from '#engine/signIn/signIns'
import type { Store } from '#engine/store/openStore'
import { isFileProject } from '#engine/store/servers/projectStore'
import { settledWithin } from '#engine/structures/waits'

export interface SignInPartsOfEngine {
  readonly vaults: EngineVaults
  readonly store: Store
  readonly engine: string
  readonly settings: Settings
  readonly background: Background
  /** A function, because the registry, which reports the sign-ins, is created later. */
  readonly registry: () => ServerRegistry
  readonly prepareLaunch: () => PrepareLaunch
}

export function createSignIns(ports: Ports, parts: SignInPartsOfEngine): SignIns {
  const { clock, log, random, redactor } = ports
  const { vaults, store, engine, settings, background, registry } = parts
  return new SignIns({
    vault: vaultByServer(vaults, registry),
    sharedVault: vaults.shared !== null,
    store: store.signIns,
    engine,
    serverOf: async (account) => {
      const slug = registry().byId(account)?.definition.slug
      if (slug === undefined) throw new AppError('NOT_FOUND', 'The server of this sign-in was removed.')
      const launch = await patientOf(registry(), parts.prepareLaunch())(slug).prepareLaunch()
      if (!hasAddress(launch)) throw new AppError('NOT_FOUND', `Server ${slug} is no longer a remote server.`)
      return { account, slug, address: launchUrl(launch), settings: launch.auth ?? {} }
    },
    exchangeParts: exchangePartsAtFirstUse(ports),
    metadataDocument: () => settings.current.signInClientDocument || null,
    redactor,
    clock,
    log,
    random,
    background,
  })
}

/** Loads the HTTP exchange at first use, because it brings everything that TLS needs, and a start needs none of it. */
function exchangePartsAtFirstUse(ports: Ports): () => Promise<ExchangeParts> {
  let parts: Promise<ExchangeParts> | null = null
  const load = async () => {
    const { createHttpRoutes } = await import('#engine/net/httpRoutes')
    return { routes: createHttpRoutes(ports), clock: ports.clock }
  }
  return () => (parts ??= load())
}

/**
 * Servers of configuration files keep their sign-ins in this engine's own vault, because a file's path is valid only on
 * this machine.
 */
function vaultByServer({ ofStore, ofFiles }: EngineVaults, registry: () => ServerRegistry): Vault {
  const vaultOf = (item: string) => {
    const account = accountOfItem(item)
    const pairs = account === null ? [] : (registry().byId(account)?.pairs ?? [])
    return pairs.some(({ pair }) => isFileProject(pair.projectId)) ? ofFiles : ofStore
  }
  return {
    get: (item) => vaultOf(item).get(item),
    set: (item, value) => vaultOf(item).set(item, value),
    remove: (item) => vaultOf(item).remove(item),
  }
}

/** How long to wait for a keychain that has to be unlocked, so that the engine can close. */
const patienceMs = 5_000

/**
 * Removes the sign-ins of servers that are gone. Never rejects: the next start finds again what cannot be removed now.
 */
export async function removeLeftSignIns(ports: Ports, signIns: SignIns, { store, registry }: LeftParts): Promise<void> {
  const remove = async () => {
    const stored = new Set((await store.servers.list()).map(({ definition }) => definition.id))
    await signIns.removeLeft((account) => stored.has(account) || registry.byId(account) !== null)
  }
  const removal = remove().catch((error: unknown) =>
    ports.log.warn({ reason: messageOf(error) }, 'the sign-ins of removed servers could not be removed'),
  )
  await settledWithin(ports.clock, patienceMs, removal)
}

interface LeftParts {
  readonly store: Store
  readonly registry: ServerRegistry
}
