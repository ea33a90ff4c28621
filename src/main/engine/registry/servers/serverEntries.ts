/**
 * Adds, changes and removes servers and their pairs with projects. Each pair has a connection. Does not access the
 * store.
 */
import { AppError } from '#contract/errors'
import type { EngineEvent } from '#contract/events'
import type { SignInKind } from '#contract/servers/signIn'
import type { ServerLog } from '#engine/connections/serverLog'
import { needsNewConnection } from '#engine/registry/changes/changedLaunch'
import type { MakeConnection } from '#engine/registry/servers/connectionFactory'
import { connectionListener, type ListenerParts } from '#engine/registry/servers/connectionListener'
import type { ProjectStarts } from '#engine/registry/projects/projectStarts'
import {
  keptAsListed,
  type KnownServer,
  lookWhatIsUnlisted,
  seenAs,
  type ServerEntry,
  serverEntry,
} from '#engine/registry/servers/serverEntry'
import { serverSnapshot } from '#engine/registry/servers/serverSnapshot'
import type { ChangeOf, SwitchedPair, ToolSwitches, WholeServer } from '#engine/store/servers/change'
import { launchedFor } from '#engine/store/servers/launchedFor'
import type { SeenLaunches } from '#engine/store/servers/seenStore'
import { joined, type ServerDefinition, type ServerRow } from '#engine/store/servers/serverRow'
import { ServerIndex } from '#engine/registry/servers/serverIndex'

/** A function is called only if there are listeners. */
export type Publish = (event: EngineEvent | (() => EngineEvent)) => void

export interface ServerEntriesOptions {
  readonly makeConnection: MakeConnection
  readonly makeLog: () => ServerLog
  /** The sign-in state of the server with this id. */
  readonly signInKind: (serverId: string) => SignInKind
  readonly starts: ProjectStarts
  readonly background: { run(what: string, work: () => Promise<unknown>): void }
  readonly publish: Publish
  /** Without an argument, the catalogs of all projects have changed. */
  readonly catalogsChanged: (projectId?: string) => void
  readonly listener: Omit<ListenerParts, 'isCurrent' | 'tellServer'>
}

/** How long calls may continue while their server is stopping. */
const drainMs = 10_000
const unseen: SeenLaunches = new Map()

export class ServerEntries {
  readonly index = new ServerIndex()
  readonly #options: ServerEntriesOptions
  readonly #listener: ListenerParts

  constructor(options: ServerEntriesOptions) {
    this.#options = options
    this.#listener = {
      ...options.listener,
      isCurrent: (entry) => this.isCurrent(entry),
      tellServer: (entry) => this.tell(entry.server),
    }
  }

  get(slug: string): KnownServer {
    const server = this.index.find(slug)
    if (server === undefined)
      throw new AppError('NOT_FOUND', `Server ${slug} does not exist. It may have been removed.`)
    return server
  }

  pair(pairId: string): ServerEntry {
    const entry = this.index.pair(pairId)
    if (entry === undefined) throw new AppError('NOT_FOUND', 'The server is no longer in this project.')
    return entry
  }

  isCurrent(entry: ServerEntry): boolean {
    return this.index.pair(entry.row.pairId) === entry
  }

  appear({ definition, pairs }: WholeServer, seen = unseen): void {
    const newest = keptAsListed(seenAs(seen, '').listings)
    const log = this.#options.makeLog()
    const { id } = definition
    const signIn = () => this.#options.signInKind(id)
    const server: KnownServer = { definition, icon: null, log, signIn, entries: [], newest, heard: {} }
    this.index.put(server)
    for (const pair of pairs) this.#enter(server, pair, seen)
    this.#changed(server)
  }

  disappear({ definition: { slug }, entries }: KnownServer): void {
    this.index.remove(slug)
    for (const entry of entries) this.#leave(entry)
    this.#options.publish({ type: 'server.removed', slug })
    this.#options.catalogsChanged()
  }

  enter(slug: string, pair: SwitchedPair): void {
    const server = this.get(slug)
    this.#enter(server, pair, unseen)
    this.#changed(server)
  }

  leave(entry: ServerEntry): void {
    const { server } = entry
    this.index.setEntries(
      server,
      server.entries.filter((one) => one !== entry),
    )
    this.#leave(entry)
    this.#changed(server)
  }

  /** Changes a server's definition. Connections that cannot continue with it are replaced. */
  define(slug: string, { kind: _kind, id: _id, slug: _slug, patch }: ChangeOf<'changeServer'>): void {
    const server = this.get(slug)
    const before = server.definition
    const definition: ServerDefinition = { ...before, ...patch }
    const isNew = needsNewConnection(before, definition)
    server.definition = definition
    this.index.put(server, before.slug)
    if (isNew) server.heard = {}
    for (const entry of server.entries) {
      const row = joined(definition, entry.row, patch.launch === undefined ? entry.row.era : null)
      if (isNew) this.#replace(entry, row)
      else entry.row = row
    }
    this.#changed(server)
  }

  /** Changes the project's settings for a server. The connection continues. */
  setRow(entry: ServerEntry, row: ServerRow): void {
    const wasEnabled = entry.row.enabled
    entry.row = row
    if (row.enabled && !wasEnabled) this.#options.starts.appeared(entry)
    if (!row.enabled && wasEnabled) {
      this.#options.background.run(`stop ${row.slug}`, () => entry.connection.stop(drainMs))
      this.#options.starts.look(row.projectId)
    }
    this.#changed(entry.server, row.projectId)
  }

  decideTools(entry: ServerEntry, switches: ToolSwitches): void {
    Object.assign(entry, switches)
    this.#options.publish({ type: 'tools.changed', slug: entry.row.slug })
    this.#changed(entry.server, entry.row.projectId)
  }

  /** Call when a value that the launch uses has changed. A running or failed server is restarted. */
  relaunch({ row, connection }: ServerEntry): void {
    if (!row.enabled || connection.state.kind === 'stopped') return
    this.#options.background.run(`restart ${row.slug}`, () => connection.restart(drainMs))
  }

  /**
   * Call when the server's sign-in has changed. The server's snapshot contains the sign-in, so it is published again.
   */
  signInChanged(server: KnownServer): void {
    this.#options.publish({ type: 'signIn.changed', slug: server.definition.slug })
    this.tell(server)
  }

  tell(server: KnownServer): void {
    this.#options.publish(() => ({ type: 'server.changed', server: serverSnapshot(server) }))
  }

  /** Stops all servers. */
  async close(): Promise<void> {
    await Promise.all(this.index.entries().map(({ connection }) => connection.stop()))
  }

  #enter(server: KnownServer, { pair, ...switches }: SwitchedPair, seen: SeenLaunches): void {
    const kept = seenAs(seen, launchedFor({ ...server.definition, ...pair }))
    // A server that was never observed in this project uses the era observed in another one.
    const era = kept.era ?? server.entries[0]?.row.era ?? null
    const entry = this.#make(server, joined(server.definition, pair, era), switches)
    if (Object.keys(kept.listings).length > 0) Object.assign(entry, keptAsListed(kept.listings))
    lookWhatIsUnlisted(entry)
    this.index.setEntries(server, [...server.entries, entry])
    if (entry.row.enabled) this.#options.starts.appeared(entry)
  }

  #leave({ row, connection }: ServerEntry): void {
    this.#options.background.run(`stop ${row.slug}`, () => connection.stop(drainMs))
    this.#options.starts.look(row.projectId)
  }

  /** Replaces a server's connection. The old listing is kept until the server lists again. */
  #replace(before: ServerEntry, row: ServerRow): void {
    const { kind } = before.connection.state
    const stopped = before.connection.stop(drainMs)
    // The stored era was observed with the former settings.
    this.#listener.seen.relaunched(row)
    const entry = this.#make(before.server, { ...row, era: null }, before)
    const { tools, others, wasListed } = before
    Object.assign(entry, { tools, others, wasListed })
    lookWhatIsUnlisted(entry)
    this.index.setEntries(
      before.server,
      before.server.entries.map((one) => (one === before ? entry : one)),
    )
    this.#options.background.run(`restart ${row.slug}`, async () => {
      await stopped
      // Also restarts a failed server: it may start with the new launch.
      const wasUsed = kind !== 'stopped' && kind !== 'stopping'
      if (!entry.row.enabled || !this.isCurrent(entry)) return
      if (before.row.enabled) this.#options.starts.replaced(entry, wasUsed)
      else this.#options.starts.appeared(entry)
    })
  }

  #make(server: KnownServer, row: ServerRow, switches: ToolSwitches): ServerEntry {
    const starts = this.#options.starts
    const live = {
      row: () => entry.row,
      mayRest: () => starts.mayRest(entry),
      mayStart: () => starts.mayStart(entry),
    }
    const listener = connectionListener(row, () => entry, this.#listener)
    const connection = this.#options.makeConnection(row, live, listener, server.log)
    const entry = serverEntry(server, row, switches, connection)
    return entry
  }

  #changed(server: KnownServer, projectId?: string): void {
    this.tell(server)
    this.#options.catalogsChanged(projectId)
  }
}
