/**
 * Opens an engine's registry on a real store, with fake servers, which list three tools when they start and do nothing
 * else.
 */
import type { ProjectSnapshot } from '#contract/project'
import type { ConnectionState, ServerSnapshot } from '#contract/servers/server'
import { systemClock } from '#engine/clock'
import type { ConnectionEvents } from '#engine/connections/connectionOptions'
import type { ServerConnection } from '#engine/connections/serverConnection'
import { createServerLog } from '#engine/connections/serverLog'
import { ProductInstaller } from '#engine/products/productInstaller'
import { ChangeWriter } from '#engine/registry/changes/changeWriter'
import { PairChanges } from '#engine/registry/changes/pairChanges'
import { ProjectChanges } from '#engine/registry/changes/projectChanges'
import { reloadServers, storedAtStart } from '#engine/registry/changes/reloadServers'
import { ServerChanges } from '#engine/registry/changes/serverChanges'
import { ServerImports } from '#engine/registry/changes/serverImports'
import { FileProject } from '#engine/registry/files/fileProject'
import { RegistryMemory } from '#engine/registry/registryMemory'
import { SeenServers } from '#engine/registry/servers/seenServers'
import type { Publish } from '#engine/registry/servers/serverEntries'
import { ServerRegistry } from '#engine/registry/serverRegistry'
import type { KeepSecrets } from '#engine/secrets/receivedSecrets'
import type { Store } from '#engine/store/openStore'
import { recordingLog } from '#test/support/recordingLog'

export const paperTools = ['a', 'b', 'c']

function fakeConnection(events: ConnectionEvents): ServerConnection {
  let state: ConnectionState = { kind: 'stopped' }
  const listen = () => {
    state = { kind: 'failed', at: 0, error: { code: 'CONNECT_FAILED', message: 'It is on paper.' } } as ConnectionState
    events.onListing(
      'tools',
      paperTools.map((name) => ({ name, inputSchema: { type: 'object' } })),
    )
    events.onState(state)
  }
  return {
    get state() {
      return state
    },
    session: null,
    restarts: 0,
    log: createServerLog({ clock: systemClock, redact: (text) => text }),
    hasSeveralCallers: false,
    pendingCount: 0,
    start: listen,
    changed: () => new Promise(() => undefined),
    touch: () => undefined,
    wake: () => undefined,
    restart: () => Promise.resolve(listen()),
    stop: () => {
      state = { kind: 'stopped' }
      events.onState(state)
      return Promise.resolve()
    },
    hold: () => undefined,
    settled: () => Promise.resolve(state),
  } as unknown as ServerConnection
}

const keepSecrets: KeepSecrets = ({ launch }) => Promise.resolve({ launch, newValues: new Set() })

export async function openPaperPlace(store: Store, isFull: () => boolean) {
  const log = recordingLog()
  const clock = systemClock
  const makeId = () => crypto.randomUUID()
  const works = new Set<Promise<unknown>>()
  const background = {
    run(_what: string, work: () => Promise<unknown>) {
      const done = work().catch(() => undefined)
      works.add(done)
      void done.finally(() => works.delete(done))
    },
  }
  const servers = new Map<string, ServerSnapshot>()
  const projects = new Map<string, ProjectSnapshot>()
  const publish: Publish = (told) => {
    const event = typeof told === 'function' ? told() : told
    if (event.type === 'server.changed') servers.set(event.server.slug, event.server)
    else if (event.type === 'server.removed') servers.delete(event.slug)
    else if (event.type === 'project.changed') projects.set(event.project.id, event.project)
    else if (event.type === 'project.removed') projects.delete(event.id)
  }
  const journal = { left: () => [], append: () => undefined, cut: () => () => undefined }
  const seen = new SeenServers({ store: { saveSeen: () => Promise.resolve() }, journal, background, clock, log })
  const memory = new RegistryMemory({
    store: store.servers,
    seen,
    makeConnection: (_row, _live, events) => fakeConnection(events),
    signInKind: () => 'none',
    makeLog: () => createServerLog({ clock, redact: (text) => text }),
    startServersOnUse: false,
    background,
    publish,
    log,
  })
  const changes = {
    write: async (some: Parameters<Store['changes']['write']>[0]) => {
      if (isFull()) throw new Error('database or disk is full')
      await store.changes.write(some)
    },
  }
  const registry = new ServerRegistry({ memory, background })
  const writer = new ChangeWriter({ store: changes, memory })
  const page = new ServerChanges({ registry, writer, keepSecrets, clock, makeId })
  const options = { registry, writer, store, background, clock, log, makeId }
  await writer.takeIn(() => storedAtStart(store))
  return {
    registry,
    page,
    projects: new ProjectChanges({ products: store.products, registry, writer, clock, makeId }),
    pairs: new PairChanges({ registry, writer, foreseeSecrets: keepSecrets, clock, makeId }),
    imports: new ServerImports({ registry, writer, servers: page, makeId, environment: () => Promise.resolve({}) }),
    products: new ProductInstaller({
      store: store.products,
      registry,
      writer,
      keepSecrets,
      foreseeSecrets: keepSecrets,
      secrets: { list: () => Promise.resolve([]) },
      clock,
      makeId,
    }),
    /** The servers and projects as they are known to a listener that has received every event. */
    heard: { servers, projects },
    followFile: async (path: string) => {
      const file = new FileProject({ ...options, path })
      await file.open().finally(() => file.close())
    },
    reload: () => reloadServers({ store, registry, writer }),
    async settled() {
      await writer.settled()
      while (works.size > 0) await Promise.all(works)
    },
  }
}

export type PaperPlace = Awaited<ReturnType<typeof openPaperPlace>>
