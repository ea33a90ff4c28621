/**
 * Answers questions about projects and servers: their rows, states, tools, and the catalogs of every scope. It changes
 * nothing; see `changes`.
 */
import { AppError } from '#contract/errors'
import type { Project, ProjectSnapshot } from '#contract/project'
import { mainProjectId } from '#contract/mainProject'
import type { MatrixRow, ProjectServer } from '#contract/projectServers'
import type { ServerSnapshot } from '#contract/servers/server'
import type { ToolSnapshot } from '#contract/tools/tool'
import { toolsLeft } from '#contract/tools/toolChoice'
import type { SignInKind } from '#contract/servers/signIn'
import type { CallableServer } from '#engine/connections/callable'
import type { ServerConnection } from '#engine/connections/serverConnection'
import type { ServerLog } from '#engine/connections/serverLog'
import type { CheckedTool } from '#engine/policies/checkedTool'
import type { ToolDefinition } from '#engine/policies/toolCheck'
import type { CatalogView, Views } from '#engine/registry/catalog/catalogView'
import { hasServer } from '#engine/registry/catalog/choice'
import { nativeInSight, type PairTool, toolsInSight } from '#engine/registry/catalog/sight'
import { type NativeServer, nativeIn, nativeSlug } from '#engine/registry/servers/nativeServer'
import { matrixRow } from '#engine/registry/projects/matrix'
import type { RegistryMemory } from '#engine/registry/registryMemory'
import type { Scope } from '#engine/registry/catalog/scope'
import { type KnownServer, type ServerEntry, switchedServer } from '#engine/registry/servers/serverEntry'
import { projectServer, serverSnapshot, toolSnapshots } from '#engine/registry/servers/serverSnapshot'
import type { SwitchedServer, WholeServer } from '#engine/store/servers/change'
import type { LaunchedServer } from '#engine/store/decisionStore'
import { launchedFor } from '#engine/store/servers/launchedFor'
import { pairIn, type ServerDefinition, type ServerRow } from '#engine/store/servers/serverRow'

export interface RegistryOptions {
  readonly memory: RegistryMemory
  readonly background: { run(what: string, work: () => Promise<unknown>): void }
}

export class ServerRegistry implements Views {
  readonly #memory: RegistryMemory
  readonly #background: RegistryOptions['background']

  constructor({ memory, background }: RegistryOptions) {
    this.#memory = memory
    this.#background = background
  }

  projects(): Project[] {
    return this.#memory.projects.all()
  }

  project(id: string): Project {
    return this.#memory.projects.get(id)
  }

  /** A project whose servers do not come from a file. */
  writableProject(id: string): Project {
    return this.#memory.projects.writable(id)
  }

  projectSnapshot(id: string): ProjectSnapshot {
    return this.#memory.projectSnapshot(id)
  }

  /** Starts the servers of an all-or-none project. Rejects with the server that made it fail. */
  startProject(id: string): Promise<void> {
    return this.#memory.starts.start(id)
  }

  /** Waits for every all-or-none project. Rejects with the servers that made projects fail. */
  strictProjectsStarted(): Promise<void> {
    return this.#memory.starts.firstStarts(this.#memory.projects.all().map(({ id }) => id))
  }

  /** Each server once for each of its projects, with the fields that never leave the engine. */
  rows(): ServerRow[] {
    return this.#memory.entries.index.entries().map((entry) => entry.row)
  }

  definitions(): ServerDefinition[] {
    return this.#memory.entries.index.servers().map(({ definition }) => definition)
  }

  /** Every server with all its settings, switches and names. */
  whole(): WholeServer[] {
    return this.#memory.entries.index.servers().map(wholeServer)
  }

  wholeOf(slug: string): WholeServer {
    return wholeServer(this.#memory.entries.get(slug))
  }

  /** A server as this project has it; null if it is not in the project. */
  inProject(slug: string, projectId: string): SwitchedServer | null {
    const entry = this.#entryIn(slug, projectId)
    return entry === null ? null : switchedServer(entry)
  }

  /** The servers of a project, in their order. */
  ofProject(projectId: string): SwitchedServer[] {
    return this.#memory.entries.index.ofProject(projectId).map(switchedServer)
  }

  list(): ServerSnapshot[] {
    return this.#memory.entries.index.servers().map(serverSnapshot)
  }

  /** Whether a server that is on is starting, for the first time or again. */
  isStarting(): boolean {
    return this.#memory.entries.index
      .entries()
      .some(({ row, connection }) => row.enabled && connection.state.kind === 'starting')
  }

  get(slug: string): ServerSnapshot {
    return serverSnapshot(this.#memory.entries.get(slug))
  }

  /** As one project has them; null: as they are anywhere. */
  listIn(projectId: string | null): ServerSnapshot[] {
    if (projectId === null) return this.list()
    const entries = this.#memory.entries.index.ofProject(projectId)
    return entries.map((entry) => {
      const whole = serverSnapshot(entry.server)
      const own = projectServer(entry)
      return { ...whole, ...own, tools: { ...whole.tools, ...own.tools } }
    })
  }

  projectServers(projectId: string): ProjectServer[] {
    return this.#memory.entries.index.ofProject(projectId).map(projectServer)
  }

  projectServer(slug: string, projectId: string): ProjectServer {
    const entry = this.#entryIn(slug, projectId)
    if (entry === null) throw this.#notInProject(slug, projectId)
    return projectServer(entry)
  }

  /** `slug`: of one server only. Empty if the server was removed or became another: its row is gone, too. */
  matrix(slug?: string): MatrixRow[] {
    const servers = this.#memory.entries.index.servers()
    return servers.filter(({ definition }) => slug === undefined || definition.slug === slug).map(matrixRow)
  }

  /**
   * The row and connection for reaching a server: as this project has it. Without a project, as the first project that
   * has it on, else the first of all. Null for a server in no project.
   */
  reached(slug: string, projectId?: string): { readonly row: ServerRow; readonly connection: ServerConnection } | null {
    const server = this.#memory.entries.get(slug)
    if (projectId !== undefined) {
      const entry = this.#entryIn(slug, projectId)
      if (entry === null) throw this.#notInProject(slug, projectId)
      return entry
    }
    return server.entries.find(({ row }) => row.enabled) ?? server.entries[0] ?? null
  }

  /** For a server that is in a project. */
  connection(slug: string, projectId?: string): ServerConnection {
    const at = this.reached(slug, projectId)
    if (at === null) throw new AppError('NOT_FOUND', `Server ${slug} is in no project.`)
    return at.connection
  }

  /** Null if the server was removed. */
  logOf(slug: string): ServerLog | null {
    return this.#memory.entries.index.find(slug)?.log ?? null
  }

  log(slug: string): ServerLog {
    return this.#memory.entries.get(slug).log
  }

  /** What the router uses; null if the server was removed from the project or switched off in it. */
  inUse(pairId: string): CallableServer | null {
    if (pairId === nativeSlug) return this.#memory.native
    const entry = this.#memory.entries.index.pair(pairId)
    return entry?.row.enabled === true ? entry.callable : null
  }

  /** Whether the server is on in the project. */
  isOnIn(slug: string, projectId: string): boolean {
    const server = this.#memory.entries.index.find(slug)
    return server?.entries.some(({ row }) => row.projectId === projectId && row.enabled) === true
  }

  /** A tool as its server lists it now, on or off; null if it lists no valid tool of this name. */
  definition(pairId: string, toolName: string): ToolDefinition | null {
    const { native, entries } = this.#memory
    const tools = pairId === nativeSlug ? native?.tools : entries.index.pair(pairId)?.tools
    return soundOne(tools, toolName)
  }

  /**
   * The same for a server known only by its slug: as listed in the given project, or, if null, in each of its
   * projects.
   */
  listedDefinitions(slug: string, toolName: string, projectId: string | null): readonly ToolDefinition[] {
    const { native, entries } = this.#memory
    const those = entries.index.find(slug)?.entries.filter(({ row }) => isIn(row, projectId)) ?? []
    const listed = slug === nativeSlug ? [native?.tools] : those.map(({ tools }) => tools)
    return [...new Set(listed)].flatMap((tools) => soundOne(tools, toolName) ?? [])
  }

  /** The key under which a tool's first use is stored. */
  launchedBy(pairId: string): LaunchedServer {
    const row = this.#memory.entries.index.pair(pairId)?.row
    return row === undefined
      ? { serverId: pairId, launchedFor: '' }
      : { serverId: row.id, launchedFor: launchedFor(row) }
  }

  /** Registers the engine's own tools. Called again when the setting that says where they appear changes. */
  hostNative(native: NativeServer): void {
    this.#memory.hostNative(native)
  }

  /**
   * The sign-in of this server has changed. With a new one, a server that failed without it, or waits to be tried
   * again, is started.
   */
  signInChanged(serverId: string, kind: SignInKind): void {
    const server = this.#memory.entries.index.servers().find(({ definition }) => definition.id === serverId)
    if (server === undefined) return
    this.#memory.entries.signInChanged(server)
    const waiting = kind === 'signedIn' ? server.entries.filter(waitsForSignIn) : []
    if (waiting.length > 0)
      this.#background.run(`start ${server.definition.slug}`, () => this.#memory.starts.restart(waiting))
  }

  /** The server with this id; null if there is none. */
  byId(serverId: string): WholeServer | null {
    const server = this.#memory.entries.index.servers().find(({ definition }) => definition.id === serverId)
    return server === undefined ? null : wholeServer(server)
  }

  /** Includes the slug of the engine's own tools. */
  takenSlugs(): ReadonlySet<string> {
    return this.#memory.takenSlugs()
  }

  restart(slug: string): ServerSnapshot {
    const server = this.#memory.entries.get(slug)
    const entries = this.#switchedOn(slug)
    this.#background.run(`restart ${slug}`, () => this.#memory.starts.restart(entries))
    return serverSnapshot(server)
  }

  /** For a server that is switched off everywhere. */
  refuseSwitchedOff(slug: string): void {
    this.#switchedOn(slug)
  }

  /** A value that its launch uses has changed: a running or failed server is started again. */
  relaunch(pairId: string): void {
    this.#memory.entries.relaunch(this.#memory.entries.pair(pairId))
  }

  /** Tools of one server, or of all in the scope, under their names in it. */
  tools(slug: string | undefined, asked: Scope = { kind: 'all' }): ToolSnapshot[] {
    const scope = this.#memory.canonical(asked)
    const { entries } = this.#memory
    const servers = slug === undefined ? entries.index.servers() : [entries.get(slug)]
    const catalog = this.#catalog(scope)
    return servers.flatMap((server) => {
      const those = server.entries.filter(({ row }) => hasServer(scope, row))
      return those.length > 0 || scope.kind === 'all' ? toolSnapshots(server, those, catalog) : []
    })
  }

  /** Visibility in a scope of all tools of all servers that its projects have, on or off. */
  inSight(scope: Scope): PairTool[] {
    const catalog = this.#catalog(scope)
    const { choice: _choice, ...unchosen } = scope
    const native = nativeIn(unchosen, this.#memory.native)
    const ofServers = this.#memory.entries.index.servers().flatMap(({ entries, newest }) => {
      const [first, ...others] = entries.filter(({ row }) => hasServer(unchosen, row))
      return first === undefined ? [] : toolsInSight(scope, [first, ...others], catalog, newest.tools)
    })
    return native === null ? ofServers : [...ofServers, ...nativeInSight(scope, native, catalog)]
  }

  projectId(idOrName: string): string | null {
    return this.#memory.projects.idOf(idOrName)
  }

  /** The project to use if a request names none. */
  mainProjectId(): string {
    return mainProjectId(
      this.#memory.projects.all(),
      this.rows().map(({ projectId }) => ({ projects: [projectId] })),
    )
  }

  view(asked: Scope): CatalogView | null {
    const built = this.#memory.catalogs.built(asked)
    if (built !== null) return built.view
    const scope = this.#memory.canonical(asked)
    if (scope.kind === 'project' && !this.#memory.projects.has(scope.projectId)) return null
    if (scope.kind === 'server' && !this.#hasAddress(scope)) return null
    return this.#catalog(scope).view
  }

  /** If a server is in several projects, its first pair is used. */
  use(scope: Scope): Promise<void> {
    const entries = this.#memory.enabledIn(scope)
    return this.#memory.starts.use(entries.filter(({ server }, place) => entries[place - 1]?.server !== server))
  }

  /** A caller is gone for good: the server sessions that only it had are ended. */
  callerGone(callerKey: string): void {
    for (const { connection } of this.#memory.entries.index.entries()) connection.callerGone?.(callerKey)
  }

  /** The machine was asleep. */
  wake(): void {
    for (const { connection } of this.#memory.entries.index.entries()) connection.wake()
  }

  onViewsChanged(listener: () => void): () => void {
    return this.#memory.catalogs.onChanged(listener)
  }

  /** Stops every server. */
  async close(): Promise<void> {
    this.#memory.starts.close()
    await this.#memory.entries.close()
  }

  #switchedOn(slug: string): ServerEntry[] {
    const entries = this.#memory.entries.get(slug).entries.filter(({ row }) => row.enabled)
    if (entries.length === 0)
      throw new AppError('CONFLICT', `Server ${slug} is switched off. Switch it on to start it.`)
    return entries
  }

  #entryIn(slug: string, projectId: string): ServerEntry | null {
    return this.#memory.entries.get(slug).entries.find(({ row }) => row.projectId === projectId) ?? null
  }

  #notInProject(slug: string, projectId: string): AppError {
    const { name } = this.#memory.projects.get(projectId)
    return new AppError('NOT_FOUND', `Server ${slug} is not in project ${name}.`)
  }

  #catalog(scope: Scope) {
    const built = this.#memory.catalogs.built(scope)
    if (built !== null) return built
    const project = this.#memory.projects.get(this.#rulingProjectId(scope))
    return this.#memory.catalogs.build(
      scope,
      this.#memory.enabledIn(scope),
      project,
      nativeIn(scope, this.#memory.native),
    )
  }

  /** The project whose naming settings apply in the scope. */
  #rulingProjectId(scope: Scope): string {
    if (scope.kind !== 'all' && scope.projectId !== undefined) return scope.projectId
    const first = scope.kind === 'server' ? this.#memory.entries.index.find(scope.slug)?.entries[0] : undefined
    return first?.row.projectId ?? this.mainProjectId()
  }

  #hasAddress(scope: Extract<Scope, { kind: 'server' }>): boolean {
    if (scope.slug === nativeSlug) return toolsLeft(scope.choice, nativeSlug) !== 'none' && this.#memory.native !== null
    return this.#memory.enabledIn(scope).length > 0
  }
}

function waitsForSignIn({ row, connection: { state } }: ServerEntry): boolean {
  if (!row.enabled) return false
  return state.kind === 'backingOff' || (state.kind === 'failed' && state.error.code === 'SIGN_IN_REQUIRED')
}

function isIn(row: Pick<ServerRow, 'projectId'>, projectId: string | null): boolean {
  return projectId === null || row.projectId === projectId
}

function soundOne(tools: readonly CheckedTool[] | null | undefined, toolName: string): ToolDefinition | null {
  return tools?.find(({ name, definition }) => name === toolName && definition !== null)?.definition ?? null
}

function wholeServer({ definition, entries }: KnownServer): WholeServer {
  return {
    definition,
    pairs: entries.map(({ row, switchedOff, own }) => ({ pair: pairIn(row), switchedOff, own })),
  }
}
