/**
 * What is asked of projects and servers: their rows, states, tools, and the catalogs of every scope. It changes nothing of
 * them; see `changes`.
 */
import { AppError } from '#contract/errors'
import type { Project, ProjectSnapshot } from '#contract/project'
import { mainProjectId } from '#contract/mainProject'
import type { ServerSnapshot } from '#contract/servers/server'
import type { ToolSnapshot } from '#contract/tools/tool'
import { toolsLeft } from '#contract/tools/toolChoice'
import type { CallableServer } from '#engine/connections/callable'
import type { ServerConnection } from '#engine/connections/serverConnection'
import type { ServerLog } from '#engine/connections/serverLog'
import type { ToolDefinition } from '#engine/policies/toolCheck'
import type { CatalogView, Views } from '#engine/registry/catalog/catalogView'
import { hasServer } from '#engine/registry/catalog/choice'
import { type NativeServer, nativeIn, nativeSlug } from '#engine/registry/servers/nativeServer'
import type { RegistryMemory } from '#engine/registry/registryMemory'
import type { Scope } from '#engine/registry/catalog/scope'
import { type ServerEntry, serverSnapshot, toolSnapshots } from '#engine/registry/servers/serverEntry'
import type { ServerRow } from '#engine/store/servers/serverRow'

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

  /** One that no file says the servers of. */
  writableProject(id: string): Project {
    return this.#memory.projects.writable(id)
  }

  projectSnapshot(id: string): ProjectSnapshot {
    return this.#memory.projectSnapshot(id)
  }

  /** Starts the servers of a project that starts all or none. Rejects with the one because of which there are none. */
  startProject(id: string): Promise<void> {
    return this.#memory.starts.start(id)
  }

  /** Waits for every project that starts all its servers or none. Rejects with the servers because of which some did not. */
  strictProjectsStarted(): Promise<void> {
    return this.#memory.starts.firstStarts(this.#memory.projects.all().map(({ id }) => id))
  }

  /** With what only the engine may know of them. */
  rows(): ServerRow[] {
    return this.#memory.entries.inOrder().map((entry) => entry.row)
  }

  /** One server, with what only the engine may know of it. */
  held(slug: string): Readonly<Pick<ServerEntry, 'row' | 'switchedOff'>> {
    return this.#memory.entries.get(slug)
  }

  list(): ServerSnapshot[] {
    return this.#memory.entries.inOrder().map(serverSnapshot)
  }

  get(slug: string): ServerSnapshot {
    return serverSnapshot(this.#memory.entries.get(slug))
  }

  connection(slug: string): ServerConnection {
    return this.#memory.entries.get(slug).connection
  }

  /** Null when the server is gone. */
  logOf(slug: string): ServerLog | null {
    return this.#memory.entries.find(slug)?.connection.log ?? null
  }

  /** The settings that the router goes by; null when the server is gone or switched off. */
  enabledServer(slug: string): CallableServer | null {
    if (slug === nativeSlug) return this.#memory.native
    const entry = this.#memory.entries.find(slug)
    return entry?.row.enabled === true ? entry.callable : null
  }

  /** A tool as its server lists it now, switched on or not; null when it lists no sound one of this name. */
  definition(slug: string, toolName: string): ToolDefinition | null {
    const tools = slug === nativeSlug ? this.#memory.native?.tools : this.#memory.entries.find(slug)?.tools
    return tools?.find(({ name, definition }) => name === toolName && definition !== null)?.definition ?? null
  }

  /** Takes in the tools of the engine itself; again, when they are offered elsewhere than before. */
  hostNative(native: NativeServer): void {
    this.#memory.hostNative(native)
  }

  /** Including the one of the tools that run in the engine itself. */
  takenSlugs(): ReadonlySet<string> {
    return this.#memory.takenSlugs()
  }

  restart(slug: string): ServerSnapshot {
    const entry = this.#memory.entries.get(slug)
    if (!entry.row.enabled)
      throw new AppError('CONFLICT', `The server ${slug} is switched off. Switch it on to start it.`)
    this.#background.run(`restart ${slug}`, () => this.#memory.starts.restart(entry))
    return serverSnapshot(entry)
  }

  /** Something that its launch is filled with has changed: what runs, or failed to, is started anew. */
  relaunch(slug: string): void {
    this.#memory.entries.relaunch(this.#memory.entries.get(slug))
  }

  /** The tools of one server, or of all that are in the scope, under the names that they have in it. */
  tools(slug: string | undefined, scope: Scope = { kind: 'all' }): ToolSnapshot[] {
    const entries = slug === undefined ? this.#memory.entries.inOrder() : [this.#memory.entries.get(slug)]
    const catalog = this.#catalog(scope)
    return entries.filter(({ row }) => hasServer(scope, row)).flatMap((entry) => toolSnapshots(entry, catalog))
  }

  projectId(idOrName: string): string | null {
    return this.#memory.projects.idOf(idOrName)
  }

  /** The project that is meant where none is named. */
  mainProjectId(): string {
    return mainProjectId(this.#memory.projects.all(), this.rows())
  }

  view(scope: Scope): CatalogView | null {
    const built = this.#memory.catalogs.built(scope)
    if (built !== null) return built.view
    if (scope.kind === 'project' && !this.#memory.projects.has(scope.projectId)) return null
    if (scope.kind === 'server' && !this.#hasAddress(scope)) return null
    return this.#catalog(scope).view
  }

  use(scope: Scope): Promise<void> {
    return this.#memory.starts.use(this.#memory.enabledIn(scope))
  }

  /** A caller is gone for good: sessions of servers that it alone had are ended. */
  callerGone(callerKey: string): void {
    for (const { connection } of this.#memory.entries.inOrder()) connection.callerGone?.(callerKey)
  }

  /** The machine has slept. */
  wake(): void {
    for (const { connection } of this.#memory.entries.inOrder()) connection.wake()
  }

  onViewsChanged(listener: () => void): () => void {
    return this.#memory.catalogs.onChanged(listener)
  }

  /** Stops every server. */
  async close(): Promise<void> {
    this.#memory.starts.close()
    await this.#memory.entries.close()
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

  /** The project whose settings say how things are named there. */
  #rulingProjectId(scope: Scope): string {
    if (scope.kind === 'project') return scope.projectId
    const entry = scope.kind === 'server' ? this.#memory.entries.find(scope.slug) : undefined
    return entry?.row.projectId ?? this.mainProjectId()
  }

  #hasAddress({ slug, choice }: Extract<Scope, { kind: 'server' }>): boolean {
    return this.enabledServer(slug) !== null && toolsLeft(choice, slug) !== 'none'
  }
}
