/**
 * Owns which servers there are: their rows, toggles, connections and listings, and the catalogs made of them.
 * Every change goes through here, is stored, then told.
 */
import { AppError } from '#contract/errors'
import type { EngineEvent } from '#contract/events'
import type { Project, ProjectSnapshot } from '#contract/project'
import { defaultProjectId, mainProjectId } from '#contract/mainProject'
import type { NewServer, ServerSnapshot } from '#contract/server'
import type { ToolSnapshot } from '#contract/tool'
import type { CallableServer } from '#engine/connections/callable'
import type { ServerConnection } from '#engine/connections/serverConnection'
import type { ServerLog } from '#engine/connections/serverLog'
import { slugFor } from '#engine/policies/slug'
import type { ToolDefinition } from '#engine/policies/toolCheck'
import type { Clock, Log, MakeId } from '#engine/ports'
import type { CatalogView, Views } from '#engine/registry/catalogView'
import { Catalogs } from '#engine/registry/catalogs'
import { hasServer, leavesServer } from '#engine/registry/choice'
import { ChangeQueue } from '#engine/registry/changeQueue'
import type { ServerListener } from '#engine/registry/connectionListener'
import type { MakeConnection } from '#engine/registry/connectionFactory'
import type { ManyChanges } from '#engine/registry/manyChanges'
import { type NativeServer, nativeIn, nativeSlug } from '#engine/registry/nativeServer'
import { newServerRow } from '#engine/registry/newServerRow'
import { Projects } from '#engine/registry/projects'
import { ProjectStarts } from '#engine/registry/projectStarts'
import { RemovedServers } from '#engine/registry/removedServers'
import type { Scope } from '#engine/registry/scope'
import type { SeenServers } from '#engine/registry/seenServers'
import { isSameLaunch, needsNewConnection } from '#engine/registry/serverChange'
import { ServerEntries } from '#engine/registry/serverEntries'
import { listsByEra, type ServerEntry, serverSnapshot, toolSnapshots } from '#engine/registry/serverEntry'
import { inOwnNotation } from '#engine/secrets/otherNotations'
import type { KeepSecrets } from '#engine/secrets/receivedSecrets'
import type { KeptListings } from '#engine/store/seenStore'
import type { Store } from '#engine/store/openStore'
import type { ServerRow } from '#engine/store/serverRow'

export interface RegistryOptions {
  readonly store: Store
  readonly seen: SeenServers
  readonly makeConnection: MakeConnection
  readonly keepSecrets: KeepSecrets
  readonly holdServers: boolean
  readonly background: { run(what: string, work: () => Promise<unknown>): void }
  readonly publish: (event: EngineEvent) => void
  readonly clock: Clock
  readonly log: Log
  readonly makeId: MakeId
}

export class ServerRegistry implements Views {
  readonly #options: RegistryOptions
  readonly #entries: ServerEntries
  readonly #starts: ProjectStarts
  readonly #projects = new Projects()
  readonly #removed = new RemovedServers()
  readonly #catalogs: Catalogs
  #listener: ServerListener | null = null
  #native: NativeServer | null = null
  readonly #changes = new ChangeQueue()

  constructor(options: RegistryOptions) {
    this.#options = options
    this.#catalogs = new Catalogs(options.log, () => this.#entries.inOrder().some(listsByEra))
    const { background, publish, holdServers, makeConnection, seen, store } = options
    const catalogsChanged = () => this.#catalogs.invalidate()
    this.#starts = new ProjectStarts({
      modeOf: (projectId) => this.#projects.find(projectId)?.start ?? 'lazy',
      serversOf: (projectId) => this.#enabledIn({ kind: 'project', projectId }),
      isWanted: (entry) => entry.row.enabled && this.#entries.isCurrent(entry),
      changed: (projectId) => this.#tellProject(projectId),
      holdServers,
      background,
    })
    this.#entries = new ServerEntries({
      makeConnection,
      starts: this.#starts,
      background,
      publish,
      catalogsChanged,
      listener: { store: store.servers, seen, background, publish, catalogsChanged, router: () => this.#listener },
    })
  }

  /** Reads what is stored. Starts nothing but the servers of projects that ask for it. */
  async open(listener: ServerListener): Promise<void> {
    this.#listener = listener
    const { projects, servers } = this.#options.store
    await this.#options.seen.recover()
    for (const project of await projects.list()) if (project.file === null) this.#projects.put(project)
    const [rows, toggles, listings] = await Promise.all([servers.list(), servers.toggles(), servers.listings()])
    for (const row of rows)
      if (this.#projects.has(row.projectId)) this.#entries.appear(row, toggles.get(row.id) ?? [], listings.get(row.id))
  }

  /** Makes a project known whose servers somebody else keeps in step, for example with a file. */
  adoptProject(project: Project): void {
    this.#projects.put(project)
    this.#starts.look(project.id)
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

  projectSnapshot(id: string): ProjectSnapshot {
    return { ...this.#projects.get(id), startFailure: this.#starts.failure(id) }
  }

  /** Starts the servers of a project that starts all or none. Rejects with the one because of which there are none. */
  startProject(id: string): Promise<void> {
    return this.#starts.start(id)
  }

  /** Waits for every project that starts all its servers or none. Rejects with the servers because of which some did not. */
  strictProjectsStarted(): Promise<void> {
    return this.#starts.firstStarts(this.#projects.all().map(({ id }) => id))
  }

  /** With what only the engine may know of them. */
  rows(): ServerRow[] {
    return this.#entries.inOrder().map((entry) => entry.row)
  }

  /** One server, with what only the engine may know of it. */
  held(slug: string): Readonly<Pick<ServerEntry, 'row' | 'switchedOff'>> {
    return this.#entries.get(slug)
  }

  list(): ServerSnapshot[] {
    return this.#entries.inOrder().map(serverSnapshot)
  }

  get(slug: string): ServerSnapshot {
    return serverSnapshot(this.#entries.get(slug))
  }

  connection(slug: string): ServerConnection {
    return this.#entries.get(slug).connection
  }

  /** Null when the server is gone. */
  logOf(slug: string): ServerLog | null {
    return this.#entries.find(slug)?.connection.log ?? null
  }

  /** The settings that the router goes by; null when the server is gone or switched off. */
  enabledServer(slug: string): CallableServer | null {
    if (slug === nativeSlug) return this.#native
    const entry = this.#entries.find(slug)
    return entry?.row.enabled === true ? entry.callable : null
  }

  /** A tool as its server lists it now, switched on or not; null when it lists no sound one of this name. */
  definition(slug: string, toolName: string): ToolDefinition | null {
    const tools = slug === nativeSlug ? this.#native?.tools : this.#entries.find(slug)?.tools
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
    this.#projects.writable(projectId)
    const slug = slugFor(server.name, this.takenSlugs())
    // Not as a part of the change: a keychain may ask a person, and nothing else shall wait for the answer.
    const given = inOwnNotation(server.launch)
    const { launch } = await this.#options.keepSecrets({ id, slug, projectId, launch: given })
    return this.#changes.run(async () => {
      const row = newServerRow(
        { ...server, launch },
        { id, projectId, now: this.#options.clock.now(), takenSlugs: this.takenSlugs(), others: this.rows() },
      )
      await this.#options.store.servers.insert(row)
      return serverSnapshot(this.#entries.appear(row, []))
    })
  }

  /** Takes in a server that is stored already. Its slug must be free. */
  admit(row: ServerRow, switchedOff: Iterable<string>, kept: KeptListings | undefined): Promise<void> {
    return this.#changes.run(async () => void this.#entries.appear(row, switchedOff, kept))
  }

  /** Lets go of a server without touching what is stored. */
  dismiss(slug: string): Promise<void> {
    return this.#changes.run(async () => this.#entries.disappear(this.#entries.get(slug)))
  }

  /** Many changes as one, with nobody else's in between: `work` stores them and gives back what is to be taken in. */
  changeMany(work: () => Promise<ManyChanges>): Promise<void> {
    return this.#changes.run(async () => {
      const { appeared, replaced, disappeared, toggled = [] } = await work()
      for (const slug of disappeared) this.#entries.disappear(this.#entries.get(slug))
      for (const row of replaced) this.#takeRow(this.#entries.get(row.slug), row)
      for (const { row, switchedOff } of appeared) this.#entries.appear(row, switchedOff)
      for (const { slug, switchedOff } of toggled) this.#setSwitchedOff(this.#entries.get(slug), switchedOff)
    })
  }

  /** Including the one of the tools that run in the engine itself. */
  takenSlugs(): ReadonlySet<string> {
    return new Set([...this.#entries.slugs(), nativeSlug])
  }

  remove(slug: string): Promise<void> {
    return this.#changes.run(async () => {
      const entry = this.#entries.get(slug)
      this.#projects.writable(entry.row.projectId)
      await this.#options.store.servers.remove(entry.row.id)
      this.#removed.keep(entry.row, entry.switchedOff)
      this.#entries.disappear(entry)
    })
  }

  /** Takes a removal back. */
  restore(slug: string): Promise<ServerSnapshot> {
    return this.#changes.run(async () => {
      const kept = this.#removed.get(slug)
      if (kept === null) throw new AppError('NOT_FOUND', `No removed server ${slug} is kept any more.`)
      await this.#options.store.servers.insert(kept.row, kept.switchedOff)
      this.#removed.forget(slug)
      return serverSnapshot(this.#entries.appear(kept.row, kept.switchedOff))
    })
  }

  setEnabled(slug: string, enabled: boolean): Promise<ServerSnapshot> {
    return this.#changes.run(async () => {
      const entry = this.#entries.get(slug)
      if (entry.row.enabled !== enabled) {
        const { updatedAt } = await this.#options.store.servers.update(entry.row.id, { enabled })
        // Of a file's server, the store has no values.
        this.#entries.setRow(entry, { ...entry.row, enabled, updatedAt })
      }
      return serverSnapshot(entry)
    })
  }

  setToolsEnabled(slug: string, names: readonly string[], enabled: boolean): Promise<void> {
    return this.#changes.run(async () => {
      const entry = this.#entries.get(slug)
      await this.#options.store.servers.setToggles(entry.row.id, names, enabled)
      const switchedOff = new Set(entry.switchedOff)
      for (const name of names)
        if (enabled) switchedOff.delete(name)
        else switchedOff.add(name)
      this.#setSwitchedOff(entry, switchedOff)
    })
  }

  restart(slug: string): ServerSnapshot {
    const entry = this.#entries.get(slug)
    if (!entry.row.enabled)
      throw new AppError('CONFLICT', `The server ${slug} is switched off. Switch it on to start it.`)
    this.#options.background.run(`restart ${slug}`, () => this.#starts.restart(entry))
    return serverSnapshot(entry)
  }

  /** Something that its launch is filled with has changed: what runs, or failed to, is started anew. */
  relaunch(slug: string): void {
    this.#entries.relaunch(this.#entries.get(slug))
  }

  /** The tools of one server, or of all that are in the scope, under the names that they have in it. */
  tools(slug: string | undefined, scope: Scope = { kind: 'all' }): ToolSnapshot[] {
    const entries = slug === undefined ? this.#entries.inOrder() : [this.#entries.get(slug)]
    const catalog = this.#catalog(scope)
    return entries.filter(({ row }) => hasServer(scope, row)).flatMap((entry) => toolSnapshots(entry, catalog))
  }

  projectId(idOrName: string): string | null {
    return this.#projects.idOf(idOrName)
  }

  /** The project that is meant where none is named. */
  mainProjectId(): string {
    return mainProjectId(this.#projects.all(), this.rows())
  }

  view(scope: Scope): CatalogView | null {
    const built = this.#catalogs.built(scope)
    if (built !== null) return built.view
    if (scope.kind === 'project' && !this.#projects.has(scope.projectId)) return null
    if (scope.kind === 'server' && !this.#hasAddress(scope)) return null
    return this.#catalog(scope).view
  }

  use(scope: Scope): Promise<void> {
    return this.#starts.use(this.#enabledIn(scope))
  }

  /** A caller is gone for good: sessions of servers that it alone had are ended. */
  callerGone(callerKey: string): void {
    for (const { connection } of this.#entries.inOrder()) connection.callerGone?.(callerKey)
  }

  /** The machine has slept. */
  wake(): void {
    for (const { connection } of this.#entries.inOrder()) connection.wake()
  }

  onViewsChanged(listener: () => void): () => void {
    return this.#catalogs.onChanged(listener)
  }

  /** Stops every server. */
  async close(): Promise<void> {
    await this.#changes.settled()
    this.#starts.close()
    await this.#entries.close()
    this.#options.seen.flush()
  }

  #catalog(scope: Scope) {
    const built = this.#catalogs.built(scope)
    if (built !== null) return built
    const project = this.#projects.get(this.#rulingProjectId(scope))
    return this.#catalogs.build(scope, this.#enabledIn(scope), project, nativeIn(scope, this.#native))
  }

  /** The project whose settings say how things are named there. */
  #rulingProjectId(scope: Scope): string {
    if (scope.kind === 'project') return scope.projectId
    const entry = scope.kind === 'server' ? this.#entries.find(scope.slug) : undefined
    return entry?.row.projectId ?? this.mainProjectId()
  }

  #hasAddress({ slug, choice }: Extract<Scope, { kind: 'server' }>): boolean {
    return this.enabledServer(slug) !== null && leavesServer(choice, slug)
  }

  #enabledIn(scope: Scope): ServerEntry[] {
    return this.#entries.inOrder().filter(({ row }) => row.enabled && hasServer(scope, row))
  }

  #takeRow(entry: ServerEntry, wanted: ServerRow): void {
    const { asksCallers } = entry.row
    const row = { ...wanted, asksCallers: asksCallers && isSameLaunch(entry.row, wanted) }
    if (needsNewConnection(entry.row, row)) this.#entries.replace(row.slug, row)
    else this.#entries.setRow(entry, row)
  }

  #setSwitchedOff(entry: ServerEntry, switchedOff: ReadonlySet<string>): void {
    entry.switchedOff = switchedOff
    this.#options.publish({ type: 'tools.changed', slug: entry.row.slug })
    this.#entries.tell(entry)
    this.#catalogs.invalidate()
  }

  #tellProject(id: string): void {
    if (this.#projects.has(id)) this.#options.publish({ type: 'project.changed', project: this.projectSnapshot(id) })
  }
}
