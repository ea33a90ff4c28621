/**
 * Owns which servers there are: their rows, toggles, connections and listings, and the catalogs made of them.
 * Every change goes through here, is stored, then told.
 */
import { AppError } from '#contract/errors'
import type { EngineEvent } from '#contract/events'
import type { Project } from '#contract/project'
import type { NewServer, ServerSnapshot } from '#contract/server'
import type { ToolSnapshot } from '#contract/tool'
import type { CallableServer } from '#engine/connections/callable'
import type { Connection } from '#engine/connections/connection'
import { isRunning } from '#engine/connections/connectionState'
import { slugFor } from '#engine/policies/slug'
import type { ToolDefinition } from '#engine/policies/toolCheck'
import type { Clock, Log, MakeId } from '#engine/ports'
import { offerKey } from '#engine/registry/catalog'
import type { CatalogView, Views } from '#engine/registry/catalogView'
import { Catalogs } from '#engine/registry/catalogs'
import { hasServer, leavesServer } from '#engine/registry/choice'
import { ChangeQueue } from '#engine/registry/changeQueue'
import { connectionListener, type ListenerParts, type ServerListener } from '#engine/registry/connectionListener'
import type { MakeConnection } from '#engine/registry/connectionFactory'
import type { ManyChanges } from '#engine/registry/manyChanges'
import { type NativeServer, nativeIn, nativeSlug } from '#engine/registry/nativeServer'
import { newServerRow } from '#engine/registry/newServerRow'
import { Projects } from '#engine/registry/projects'
import { RemovedServers } from '#engine/registry/removedServers'
import type { Scope } from '#engine/registry/scope'
import { type ServerEntry, serverEntry, serverSnapshot, takeKept, toolSnapshots } from '#engine/registry/serverEntry'
import type { KeepSecrets } from '#engine/secrets/receivedSecrets'
import type { KeptListings } from '#engine/store/listingStore'
import type { Store } from '#engine/store/openStore'
import { defaultProjectId } from '#engine/store/projectStore'
import type { ServerRow } from '#engine/store/serverStore'

export interface RegistryOptions {
  readonly store: Store
  readonly makeConnection: MakeConnection
  readonly keepSecrets: KeepSecrets
  readonly holdServers: boolean
  readonly background: { run(what: string, work: () => Promise<unknown>): void }
  readonly publish: (event: EngineEvent) => void
  readonly clock: Clock
  readonly log: Log
  readonly makeId: MakeId
}

/** How long calls under way may go on at a server that is switched off. */
const drainMs = 10_000

export class ServerRegistry implements Views {
  readonly #options: RegistryOptions
  readonly #entries = new Map<string, ServerEntry>()
  readonly #projects = new Projects()
  readonly #removed = new RemovedServers()
  readonly #catalogs: Catalogs
  readonly #listenerParts: ListenerParts
  #listener: ServerListener | null = null
  #native: NativeServer | null = null
  readonly #changes = new ChangeQueue()

  constructor(options: RegistryOptions) {
    this.#options = options
    this.#catalogs = new Catalogs(options.log)
    this.#listenerParts = {
      ...options,
      store: options.store.servers,
      isCurrent: (entry) => this.#entries.get(entry.row.slug) === entry,
      tellServer: (entry) => this.#tellServer(entry),
      catalogsChanged: () => this.#catalogs.invalidate(),
      router: () => this.#listener,
    }
  }

  /** Reads what is stored. Starts nothing but the servers of projects that ask for it. */
  async open(listener: ServerListener): Promise<void> {
    this.#listener = listener
    const { projects, servers } = this.#options.store
    for (const project of await projects.list()) if (project.file === null) this.#projects.put(project)
    const [rows, toggles, listings] = await Promise.all([servers.list(), servers.toggles(), servers.listings()])
    for (const row of rows)
      if (this.#projects.has(row.projectId)) this.#appear(row, toggles.get(row.id) ?? [], listings.get(row.id))
  }

  /** Makes a project known whose servers somebody else keeps in step, for example with a file. */
  adoptProject(project: Project): void {
    this.#projects.put(project)
    this.#catalogs.invalidate()
  }

  /** A project that is gone, with its servers. */
  forgetProject(id: string): void {
    this.#projects.forget(id)
    this.#catalogs.invalidate()
  }

  projects(): Project[] {
    return this.#projects.all()
  }

  /** With what only the engine may know of them. */
  rows(): ServerRow[] {
    return this.#ordered().map((entry) => entry.row)
  }

  /** One server, with what only the engine may know of it. */
  held(slug: string): Readonly<Pick<ServerEntry, 'row' | 'switchedOff'>> {
    return this.#entry(slug)
  }

  list(): ServerSnapshot[] {
    return this.#ordered().map(serverSnapshot)
  }

  get(slug: string): ServerSnapshot {
    return serverSnapshot(this.#entry(slug))
  }

  connection(slug: string): Connection {
    return this.#entry(slug).connection
  }

  /** The settings that the router goes by; null when the server is gone or switched off. */
  enabledServer(slug: string): CallableServer | null {
    if (slug === nativeSlug) return this.#native
    const entry = this.#entries.get(slug)
    return entry?.row.enabled === true ? entry : null
  }

  /** A tool as its server lists it now, switched on or not; null when it lists no sound one of this name. */
  definition(slug: string, toolName: string): ToolDefinition | null {
    const tools = slug === nativeSlug ? this.#native?.tools : this.#entries.get(slug)?.tools
    return tools?.find(({ name, definition }) => name === toolName && definition !== null)?.definition ?? null
  }

  /** Takes in the tools of the engine itself; again, when they are offered elsewhere than before. */
  hostNative(native: NativeServer): void {
    this.#native = native
    this.#catalogs.invalidate()
  }

  async add(server: NewServer): Promise<ServerSnapshot> {
    const id = this.#options.makeId()
    const { projectId = defaultProjectId } = server
    this.#projects.get(projectId)
    const slug = slugFor(server.name, this.takenSlugs())
    // Not as a part of the change: a keychain may ask a person, and nothing else shall wait for the answer.
    const launch = await this.#options.keepSecrets({ id, slug, projectId, launch: server.launch })
    return this.#changes.run(async () => {
      const row = newServerRow(
        { ...server, launch },
        { id, projectId, now: this.#options.clock.now(), takenSlugs: this.takenSlugs(), others: this.rows() },
      )
      await this.#options.store.servers.insert(row)
      return this.#appear(row, [])
    })
  }

  /** Takes in a server that is stored already. Its slug must be free. */
  admit(row: ServerRow, switchedOff: Iterable<string>, kept: KeptListings | undefined): Promise<void> {
    return this.#changes.run(async () => void this.#appear(row, switchedOff, kept))
  }

  /** Gives a server a new row of the same id: it is stopped and, if it is used, started as the row says. */
  replace(slug: string, row: ServerRow): Promise<void> {
    return this.#changes.run(async () => this.#replace(slug, row))
  }

  /** Lets go of a server without touching what is stored. */
  dismiss(slug: string): Promise<void> {
    return this.#changes.run(async () => this.#disappear(this.#entry(slug)))
  }

  /** Many changes as one, with nobody else's in between: `work` stores them and gives back what is to be taken in. */
  changeMany(work: () => Promise<ManyChanges>): Promise<void> {
    return this.#changes.run(async () => {
      const { appeared, replaced, disappeared } = await work()
      for (const slug of disappeared) this.#disappear(this.#entry(slug))
      for (const row of replaced) this.#replace(row.slug, row)
      for (const { row, switchedOff } of appeared) this.#appear(row, switchedOff)
    })
  }

  /** Including the one of the tools that run in the engine itself. */
  takenSlugs(): ReadonlySet<string> {
    return new Set([...this.#entries.keys(), nativeSlug])
  }

  remove(slug: string): Promise<void> {
    return this.#changes.run(async () => {
      const entry = this.#entry(slug)
      await this.#options.store.servers.remove(entry.row.id)
      this.#removed.keep(entry.row, entry.switchedOff)
      this.#disappear(entry)
    })
  }

  /** Takes a removal back. */
  restore(slug: string): Promise<ServerSnapshot> {
    return this.#changes.run(async () => {
      const kept = this.#removed.get(slug)
      if (kept === null) throw new AppError('NOT_FOUND', `No removed server ${slug} is kept any more.`)
      await this.#options.store.servers.insert(kept.row, kept.switchedOff)
      this.#removed.forget(slug)
      return this.#appear(kept.row, kept.switchedOff)
    })
  }

  setEnabled(slug: string, enabled: boolean): Promise<ServerSnapshot> {
    return this.#changes.run(async () => {
      const entry = this.#entry(slug)
      if (entry.row.enabled !== enabled) {
        entry.row = await this.#options.store.servers.update(entry.row.id, { enabled })
        if (enabled) this.#startIfUnknown(entry)
        else this.#options.background.run(`stop ${slug}`, () => entry.connection.stop(drainMs))
        this.#tellServer(entry)
        this.#catalogs.invalidate()
      }
      return serverSnapshot(entry)
    })
  }

  setToolsEnabled(slug: string, names: readonly string[], enabled: boolean): Promise<void> {
    return this.#changes.run(async () => {
      const entry = this.#entry(slug)
      await this.#options.store.servers.setToggles(entry.row.id, names, enabled)
      for (const name of names)
        if (enabled) entry.switchedOff.delete(name)
        else entry.switchedOff.add(name)
      this.#options.publish({ type: 'tools.changed', slug })
      this.#tellServer(entry)
      this.#catalogs.invalidate()
    })
  }

  restart(slug: string): ServerSnapshot {
    const entry = this.#entry(slug)
    if (!entry.row.enabled)
      throw new AppError('CONFLICT', `The server ${slug} is switched off. Switch it on to start it.`)
    this.#options.background.run(`restart ${slug}`, () => entry.connection.restart())
    return serverSnapshot(entry)
  }

  /** Something that its launch is filled with has changed: what runs, or failed to, is started anew. */
  relaunch(slug: string): void {
    const { row, connection } = this.#entry(slug)
    if (!row.enabled || connection.state.kind === 'stopped') return
    this.#options.background.run(`restart ${slug}`, () => connection.restart(drainMs))
  }

  tools(slug: string | undefined): ToolSnapshot[] {
    const entries = slug === undefined ? this.#ordered() : [this.#entry(slug)]
    const { assignment, leftOut } = this.#catalog({ kind: 'all' })
    const nameOf = ({ row }: ServerEntry, tool: string) =>
      row.enabled ? (assignment.publicNames.get(offerKey(row, tool)) ?? null) : null
    return entries.flatMap((entry) => toolSnapshots(entry, (tool) => nameOf(entry, tool), leftOut))
  }

  projectId(idOrName: string): string | null {
    return this.#projects.idOf(idOrName)
  }

  view(scope: Scope): CatalogView | null {
    const built = this.#catalogs.built(scope)
    if (built !== null) return built.view
    if (scope.kind === 'project' && !this.#projects.has(scope.projectId)) return null
    if (scope.kind === 'server' && !this.#hasAddress(scope)) return null
    return this.#catalog(scope).view
  }

  async use(scope: Scope): Promise<void> {
    const entries = this.#enabledIn(scope)
    for (const entry of entries) entry.connection.start()
    await Promise.all(entries.filter((entry) => entry.tools === null).map((entry) => entry.connection.settled()))
  }

  /** The machine has slept. */
  wake(): void {
    for (const entry of this.#entries.values()) entry.connection.wake()
  }

  onViewsChanged(listener: () => void): () => void {
    return this.#catalogs.onChanged(listener)
  }

  /** Stops every server. */
  async close(): Promise<void> {
    await this.#changes.settled()
    await Promise.all([...this.#entries.values()].map((entry) => entry.connection.stop()))
  }

  #catalog(scope: Scope) {
    const built = this.#catalogs.built(scope)
    if (built !== null) return built
    const project = this.#projects.get(scope.kind === 'project' ? scope.projectId : defaultProjectId)
    return this.#catalogs.build(scope, this.#enabledIn(scope), project, nativeIn(scope, this.#native))
  }

  #hasAddress({ slug, choice }: Extract<Scope, { kind: 'server' }>): boolean {
    return this.enabledServer(slug) !== null && leavesServer(choice, slug)
  }

  #enabledIn(scope: Scope): ServerEntry[] {
    return this.#ordered().filter(({ row }) => row.enabled && hasServer(scope, row))
  }

  #ordered(): ServerEntry[] {
    return [...this.#entries.values()].sort((a, b) => a.row.position - b.row.position)
  }

  #entry(slug: string): ServerEntry {
    const entry = this.#entries.get(slug)
    if (entry === undefined) throw new AppError('NOT_FOUND', `There is no server ${slug}.`)
    return entry
  }

  #appear(row: ServerRow, switchedOff: Iterable<string>, kept?: KeptListings): ServerSnapshot {
    const entry = this.#makeEntry(row, switchedOff)
    if (kept !== undefined) takeKept(entry, kept)
    const eager = this.#projects.find(row.projectId)?.start === 'eager' && !this.#options.holdServers
    if (row.enabled && eager) entry.connection.start()
    else if (row.enabled) this.#startIfUnknown(entry)
    this.#tellServer(entry)
    this.#catalogs.invalidate()
    return serverSnapshot(entry)
  }

  #replace(slug: string, row: ServerRow): void {
    const before = this.#entry(slug)
    const wasUp = isRunning(before.connection.state)
    const stopped = before.connection.stop(drainMs)
    const entry = this.#makeEntry(row, before.switchedOff)
    entry.tools = before.tools
    Object.assign(entry.others, before.others)
    this.#tellServer(entry)
    this.#catalogs.invalidate()
    this.#options.background.run(`restart ${slug}`, async () => {
      await stopped
      if (wasUp && row.enabled && this.#entries.get(slug) === entry) entry.connection.start()
    })
  }

  #disappear(entry: ServerEntry): void {
    const { slug } = entry.row
    this.#entries.delete(slug)
    this.#options.background.run(`stop ${slug}`, () => entry.connection.stop(drainMs))
    this.#options.publish({ type: 'server.removed', slug })
    this.#catalogs.invalidate()
  }

  /** A server whose tools nobody has seen yet is started once, so that they can be shown. */
  #startIfUnknown(entry: ServerEntry): void {
    if (entry.tools === null && !this.#options.holdServers) entry.connection.start()
  }

  #makeEntry(row: ServerRow, switchedOff: Iterable<string>): ServerEntry {
    const listener = connectionListener(row.slug, () => entry, this.#listenerParts)
    const entry = serverEntry(row, switchedOff, this.#options.makeConnection(row, listener))
    this.#entries.set(row.slug, entry)
    return entry
  }

  #tellServer(entry: ServerEntry): void {
    this.#options.publish({ type: 'server.changed', server: serverSnapshot(entry) })
  }
}
