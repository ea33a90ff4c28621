/**
 * What there is, in use: projects, servers with their connections, and the catalogs made of them. Only a change alters it,
 * and listeners are told then; see `changes/changeWriter`.
 */
import type { EngineEvent } from '#contract/events'
import type { Project, ProjectSnapshot } from '#contract/project'
import type { Log } from '#engine/ports'
import { Catalogs } from '#engine/registry/catalog/catalogs'
import { changedRow } from '#engine/registry/changes/rowChange'
import { needsNewConnection } from '#engine/registry/changes/changedLaunch'
import { hasServer } from '#engine/registry/catalog/choice'
import type { MakeConnection } from '#engine/registry/servers/connectionFactory'
import type { ServerListener } from '#engine/registry/servers/connectionListener'
import { type NativeServer, nativeSlug } from '#engine/registry/servers/nativeServer'
import { Projects } from '#engine/registry/projects/projects'
import { ProjectStarts } from '#engine/registry/projects/projectStarts'
import type { Scope } from '#engine/registry/catalog/scope'
import type { SeenServers } from '#engine/registry/servers/seenServers'
import { ServerEntries } from '#engine/registry/servers/serverEntries'
import { listsByEra, type ServerEntry } from '#engine/registry/servers/serverEntry'
import type { Change, ChangeOf } from '#engine/store/servers/change'
import type { ServerStore } from '#engine/store/servers/serverStore'

export interface MemoryOptions {
  readonly store: Pick<ServerStore, 'saveAsking'>
  readonly seen: SeenServers
  readonly makeConnection: MakeConnection
  readonly holdServers: boolean
  readonly background: { run(what: string, work: () => Promise<unknown>): void }
  readonly publish: (event: EngineEvent) => void
  readonly log: Log
}

export class RegistryMemory {
  readonly projects = new Projects()
  readonly entries: ServerEntries
  readonly starts: ProjectStarts
  readonly catalogs: Catalogs
  readonly #publish: (event: EngineEvent) => void
  #listener: ServerListener | null = null
  #native: NativeServer | null = null

  constructor({ store, seen, makeConnection, holdServers, background, publish, log }: MemoryOptions) {
    this.#publish = publish
    this.catalogs = new Catalogs(log, () => this.entries.inOrder().some(listsByEra))
    const catalogsChanged = () => this.catalogs.invalidate()
    this.starts = new ProjectStarts({
      modeOf: (projectId) => this.projects.find(projectId)?.start ?? 'lazy',
      serversOf: (projectId) => this.enabledIn({ kind: 'project', projectId }),
      isWanted: (entry) => entry.row.enabled && this.entries.isCurrent(entry),
      changed: (projectId) => this.#tellProject(projectId),
      holdServers,
      background,
    })
    this.entries = new ServerEntries({
      makeConnection,
      starts: this.starts,
      background,
      publish,
      catalogsChanged,
      listener: { store, seen, background, publish, catalogsChanged, router: () => this.#listener },
    })
  }

  /** Hears what servers ask and tell. */
  listenWith(listener: ServerListener): void {
    this.#listener = listener
  }

  get native(): NativeServer | null {
    return this.#native
  }

  /** Takes in the tools of the engine itself; again, when they are offered elsewhere than before. */
  hostNative(native: NativeServer): void {
    this.#native = native
    this.catalogs.invalidate()
  }

  projectOf(slug: string): string | null {
    return this.entries.find(slug)?.row.projectId ?? null
  }

  /** Including the one of the tools that run in the engine itself. */
  takenSlugs(): ReadonlySet<string> {
    return new Set([...this.entries.slugs(), nativeSlug])
  }

  projectSnapshot(id: string): ProjectSnapshot {
    return { ...this.projects.get(id), startFailure: this.starts.failure(id) }
  }

  enabledIn(scope: Scope): ServerEntry[] {
    return this.entries.inOrder().filter(({ row }) => row.enabled && hasServer(scope, row))
  }

  /** What is stored is taken into use. */
  take(change: Change): void {
    switch (change.kind) {
      case 'addProject':
      case 'changeProject':
        return this.#putProject(change.project)
      case 'removeProject':
        return this.#forgetProject(change.id)
      case 'addServer':
        return void this.entries.appear(change.row, change.switchedOff)
      case 'useServer':
        return void this.entries.appear(change.row, change.switchedOff, change.listings ?? undefined)
      case 'changeServer':
        return this.#changeServer(change)
      case 'removeServer':
        return this.entries.disappear(this.entries.get(change.slug))
      case 'switchTools':
        return this.#switchTools(change)
      case 'putProduct':
      case 'removeProduct':
        // The store alone has products.
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
    for (const entry of this.entries.inOrder()) if (entry.row.projectId === id) this.entries.disappear(entry)
    this.projects.forget(id)
    this.catalogs.invalidate()
    this.#publish({ type: 'project.removed', id })
  }

  #changeServer({ slug, patch }: ChangeOf<'changeServer'>): void {
    const entry = this.entries.get(slug)
    const row = changedRow(entry.row, patch)
    if (needsNewConnection(entry.row, row)) this.entries.replace(slug, row)
    else this.entries.setRow(entry, row)
  }

  #switchTools({ slug, on, off }: ChangeOf<'switchTools'>): void {
    const entry = this.entries.get(slug)
    const switchedOff = new Set(entry.switchedOff)
    for (const name of on) switchedOff.delete(name)
    for (const name of off) switchedOff.add(name)
    entry.switchedOff = switchedOff
    this.#publish({ type: 'tools.changed', slug })
    this.entries.tell(entry)
    this.catalogs.invalidate()
  }

  #tellProject(id: string): void {
    if (this.projects.has(id)) this.#publish({ type: 'project.changed', project: this.projectSnapshot(id) })
  }
}
