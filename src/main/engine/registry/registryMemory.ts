/**
 * Holds all projects, servers and catalogs in use. They change only through `take`, which also informs the listeners.
 * See `changes/changeWriter`.
 */
import { type Project, type ProjectSnapshot, usualProject } from '#contract/project'
import type { SignInKind } from '#contract/servers/signIn'
import type { ServerLog } from '#engine/connections/serverLog'
import type { Log } from '#engine/ports'
import { Catalogs } from '#engine/registry/catalog/catalogs'
import { hasServer } from '#engine/registry/catalog/choice'
import type { MakeConnection } from '#engine/registry/servers/connectionFactory'
import type { ServerListener } from '#engine/registry/servers/connectionListener'
import { type NativeServer, nativeSlug } from '#engine/registry/servers/nativeServer'
import { Projects } from '#engine/registry/projects/projects'
import { ProjectStarts } from '#engine/registry/projects/projectStarts'
import type { Scope } from '#engine/registry/catalog/scope'
import type { SeenServers } from '#engine/registry/servers/seenServers'
import { type Publish, ServerEntries } from '#engine/registry/servers/serverEntries'
import { listsByEra, type ServerEntry } from '#engine/registry/servers/serverEntry'
import type { Change, ChangeOf } from '#engine/store/servers/change'
import { isFileProject } from '#engine/store/servers/projectStore'
import type { ServerStore } from '#engine/store/servers/serverStore'

export interface MemoryOptions {
  readonly store: Pick<ServerStore, 'saveAsking'>
  readonly seen: SeenServers
  readonly makeConnection: MakeConnection
  readonly makeLog: () => ServerLog
  readonly signInKind: (serverId: string) => SignInKind
  readonly startServersOnUse: boolean
  readonly background: { run(what: string, work: () => Promise<unknown>): void }
  readonly publish: Publish
  readonly log: Log
}

export class RegistryMemory {
  readonly projects = new Projects()
  readonly entries: ServerEntries
  readonly starts: ProjectStarts
  readonly catalogs: Catalogs
  readonly #publish: Publish
  #listener: ServerListener | null = null
  #native: NativeServer | null = null

  constructor({ store, seen, startServersOnUse, background, publish, log, ...made }: MemoryOptions) {
    this.#publish = publish
    this.catalogs = new Catalogs(log, () => this.entries.index.entries().some(listsByEra))
    const catalogsChanged = (projectId?: string) => this.catalogs.invalidate(projectId)
    this.starts = new ProjectStarts({
      modeOf: (projectId) => this.projects.find(projectId)?.start ?? usualProject.start,
      serversOf: (projectId) => this.enabledIn({ kind: 'project', projectId }),
      isWanted: (entry) => entry.row.enabled && this.entries.isCurrent(entry),
      changed: (projectId) => this.#tellProject(projectId),
      startServersOnUse,
      background,
    })
    this.entries = new ServerEntries({
      ...made,
      starts: this.starts,
      background,
      publish,
      catalogsChanged,
      listener: { store, seen, background, publish, catalogsChanged, router: () => this.#listener },
    })
  }

  /** Sets the listener for requests and notifications from servers. */
  listenWith(listener: ServerListener): void {
    this.#listener = listener
  }

  get native(): NativeServer | null {
    return this.#native
  }

  /** Registers the engine's own tools. Called again when the setting that says where they appear changes. */
  hostNative(native: NativeServer): void {
    this.#native = native
    this.catalogs.invalidate()
  }

  /** Whether the server comes from a file. Such a server is only in the file's project. */
  isOfFile(slug: string): boolean {
    return this.entries.index.find(slug)?.entries.some(({ row }) => isFileProject(row.projectId)) === true
  }

  /** All slugs in use, including that of the engine's own tools. */
  takenSlugs(): ReadonlySet<string> {
    return new Set([...this.entries.index.slugs(), nativeSlug])
  }

  projectSnapshot(id: string): ProjectSnapshot {
    return { ...this.projects.get(id), startFailure: this.starts.failure(id) }
  }

  /** Returns the enabled entries in the scope. Those of one server are adjacent, oldest first. */
  enabledIn(asked: Scope): ServerEntry[] {
    const scope = this.canonical(asked)
    return this.#candidatesOf(scope).filter(({ row }) => row.enabled && hasServer(scope, row))
  }

  /** Replaces the former slug of a united server with the slug of the server that it became part of. */
  canonical(scope: Scope): Scope {
    if (scope.kind !== 'server') return scope
    const slug = this.entries.index.find(scope.slug)?.definition.slug ?? scope.slug
    return slug === scope.slug ? scope : { ...scope, slug }
  }

  #candidatesOf(scope: Scope): readonly ServerEntry[] {
    const { index } = this.entries
    switch (scope.kind) {
      case 'all':
        return index.entries()
      case 'project':
        return index.ofProject(scope.projectId)
      case 'server':
        return index.find(scope.slug)?.entries ?? []
    }
  }

  /** Applies a stored change. */
  take(change: Change): void {
    switch (change.kind) {
      case 'addProject':
      case 'changeProject':
        return this.#putProject(change.project)
      case 'removeProject':
        return this.#forgetProject(change.id)
      case 'addServer':
        return this.entries.appear(change)
      case 'useServer':
        return this.entries.appear(change, change.seen)
      case 'changeServer':
        return this.entries.define(change.slug, change)
      case 'removeServer':
        return this.entries.disappear(this.entries.get(change.slug))
      case 'addPair':
        return this.entries.enter(change.slug, change)
      case 'changePair':
        return this.#changePair(change)
      case 'removePair':
        return this.entries.leave(this.entries.pair(change.pairId))
      case 'switchTools':
        return this.#switchTools(change)
      case 'nameTool':
        return this.#nameTool(change)
      case 'putProduct':
      case 'removeProduct':
        // Products exist only in the store.
        return
    }
  }

  #putProject(project: Project): void {
    this.projects.put(project)
    this.starts.look(project.id)
    this.catalogs.invalidate()
    this.#tellProject(project.id)
  }

  #forgetProject(id: string): void {
    for (const entry of this.entries.index.ofProject(id)) this.entries.leave(entry)
    this.projects.forget(id)
    this.catalogs.invalidate()
    this.#publish({ type: 'project.removed', id })
  }

  #changePair({ pairId, patch }: ChangeOf<'changePair'>): void {
    const entry = this.entries.pair(pairId)
    this.entries.setRow(entry, { ...entry.row, ...patch })
  }

  #switchTools({ pairId, on, off }: ChangeOf<'switchTools'>): void {
    const entry = this.entries.pair(pairId)
    const switchedOff = new Set(entry.switchedOff)
    for (const name of on) switchedOff.delete(name)
    for (const name of off) switchedOff.add(name)
    this.entries.decideTools(entry, { switchedOff, own: entry.own })
  }

  #nameTool({ pairId, tool, own }: ChangeOf<'nameTool'>): void {
    const entry = this.entries.pair(pairId)
    const names = new Map(entry.own)
    if (own === null) names.delete(tool)
    else names.set(tool, own)
    this.entries.decideTools(entry, { switchedOff: entry.switchedOff, own: names })
  }

  #tellProject(id: string): void {
    if (this.projects.has(id)) this.#publish(() => ({ type: 'project.changed', project: this.projectSnapshot(id) }))
  }
}
