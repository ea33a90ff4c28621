/**
 * Answers questions about projects and servers: rows, states, tools, and the catalogs of every scope. Changes are
 * made by the code in `changes`.
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

  /** The project, unless its servers come from a file. */
  writableProject(id: string): Project {
    return this.#memory.projects.writable(id)
  }

  projectSnapshot(id: string): ProjectSnapshot {
    return this.#memory.projectSnapshot(id)
  }

  /** Starts the servers of an all-or-none project. Rejects with the server that failed. */
  startProject(id: string): Promise<void> {
    return this.#memory.starts.start(id)
  }

  /** Waits until every all-or-none project has started. Rejects with the servers that failed. */
  strictProjectsStarted(): Promise<void> {
    return this.#memory.starts.firstStarts(this.#memory.projects.all().map(({ id }) => id))
  }

  /** One row per server and project, including the fields that never leave the engine. */
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

  /** The server in this project; null if the project does not have it. */
  inProject(slug: string, projectId: string): SwitchedServer | null {
    const entry = this.#entryIn(slug, projectId)
    return entry === null ? null : switchedServer(entry)
  }

  /** The project's servers, in order. */
  ofProject(projectId: string): SwitchedServer[] {
    return this.#memory.entries.index.ofProject(projectId).map(switchedServer)
  }

  list(): ServerSnapshot[] {
    return this.#memory.entries.index.servers().map(serverSnapshot)
  }

  /** Whether an enabled server is starting, for the first time or again. */
  isStarting(): boolean {
    return this.#memory.entries.index
      .entries()
      .some(({ row, connection }) => row.enabled && connection.state.kind === 'starting')
  }

  get(slug: string): ServerSnapshot {
    return serverSnapshot(this.#memory.entries.get(slug))
  }

  /** The servers of one project, with that project's switches and states. Null: all servers. */
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

  /** `slug`: limits the result to one server. The result is empty if no server has this slug any longer. */
  matrix(slug?: string): MatrixRow[] {
    const servers = this.#memory.entries.index.servers()
    return servers.filter(({ definition }) => slug === undefined || definition.slug === slug).map(matrixRow)
  }

  /**
   * The row and connection with which a server is reached in this project. Without a project: in the first project
   * where the server is switched on, else in its first project. Null if the server is in no project.
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

  /** Throws if the server is in no project. */
  connection(slug: string, projectId?: string): ServerConnection {
    const at = this.reached(slug, projectId)
    if (at === null) throw new AppError('NOT_FOUND', `Server ${slug} is in no project.`)
    return at.connection
  }

  /** Returns null if the server was removed. */
  logOf(slug: string): ServerLog | null {
    return this.#memory.entries.index.find(slug)?.log ?? null
  }

  log(slug: string): ServerLog {
    return this.#memory.entries.get(slug).log
  }

  /** The server as the router calls it. Null if it was removed from the project or is switched off there. */
  inUse(pairId: string): CallableServer | null {
    if (pairId === nativeSlug) return this.#memory.native
    const entry = this.#memory.entries.index.pair(pairId)
    return entry?.row.enabled === true ? entry.callable : null
  }

  /** Whether the server is switched on in the project. */
  isOnIn(slug: string, projectId: string): boolean {
    const server = this.#memory.entries.index.find(slug)
    return server?.entries.some(({ row }) => row.projectId === projectId && row.enabled) === true
  }

  /**
   * A tool as its server lists it now, whether it is switched on or off. Null if the server lists no valid tool with
   * this name.
   */
  definition(pairId: string, toolName: string): ToolDefinition | null {
    const { native, entries } = this.#memory
    const tools = pairId === nativeSlug ? native?.tools : entries.index.pair(pairId)?.tools
    return soundOne(tools, toolName)
  }

  /**
   * The tool's definitions for a server known only by its slug: as listed in the given project, or, if null, in each
   * of the server's projects.
   */
  listedDefinitions(slug: string, toolName: string, projectId: string | null): readonly ToolDefinition[] {
    const { native, entries } = this.#memory
    const those = entries.index.find(slug)?.entries.filter(({ row }) => isIn(row, projectId)) ?? []
    const listed = slug === nativeSlug ? [native?.tools] : those.map(({ tools }) => tools)
    return [...new Set(listed)].flatMap((tools) => soundOne(tools, toolName) ?? [])
  }

  /** The server and launch under which the first uses of its tools are stored. */
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
   * Call when this server's sign-in has changed. A new sign-in restarts the server in each project where it failed
   * without one, or is waiting for its next attempt.
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

  /** All slugs in use, including that of the engine's own tools. */
  takenSlugs(): ReadonlySet<string> {
    return this.#memory.takenSlugs()
  }

  restart(slug: string): ServerSnapshot {
    const server = this.#memory.entries.get(slug)
    const entries = this.#switchedOn(slug)
    this.#background.run(`restart ${slug}`, () => this.#memory.starts.restart(entries))
    return serverSnapshot(server)
  }

  /** Throws if the server is switched off in every project. */
  refuseSwitchedOff(slug: string): void {
    this.#switchedOn(slug)
  }

  /** Call when a value that the launch uses has changed. A running or failed server is restarted. */
  relaunch(pairId: string): void {
    this.#memory.entries.relaunch(this.#memory.entries.pair(pairId))
  }

  /** The tools of one server, or of all servers in the scope, with their names in that scope. */
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

  /** Whether each tool of the scope's servers, switched on or off, is visible in the scope. */
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

  /** The project that requests use if they name none. */
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

  /** A server that is in several projects is started through its first pair. */
  use(scope: Scope): Promise<void> {
    const entries = this.#memory.enabledIn(scope)
    return this.#memory.starts.use(entries.filter(({ server }, place) => entries[place - 1]?.server !== server))
  }

  /** Call when a caller is gone for good. Ends the server sessions that only this caller used. */
  callerGone(callerKey: string): void {
    for (const { connection } of this.#memory.entries.index.entries()) connection.callerGone?.(callerKey)
  }

  /** Call after the machine has slept. */
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

  /** The project whose naming rules apply in the scope. */
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
