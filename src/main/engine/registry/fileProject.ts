/**
 * Keeps a project in step with a configuration file that a person edits. What the person toggled is kept in the store;
 * values of environment variables never are: they stay in the file.
 */
import { readFile } from 'node:fs/promises'
import { type FSWatcher, watch } from 'node:fs'
import { basename, dirname, resolve } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { AppError, messageOf } from '#contract/errors'
import type { Project } from '#contract/project'
import type { Clock, Log, MakeId, Timer } from '#engine/ports'
import { type ConfigFile, readConfigFile } from '#engine/registry/configFile'
import { fileProjectName } from '#engine/registry/fileProjectName'
import { asFileSays, fileRows, type FileServer, storedPatch, storedRow } from '#engine/registry/fileRows'
import type { ServerRegistry } from '#engine/registry/serverRegistry'
import type { Store } from '#engine/store/openStore'
import { fileProjectId } from '#engine/store/projectStore'

export interface FileProjectOptions {
  readonly path: string
  readonly registry: ServerRegistry
  readonly store: Store
  readonly background: { run(what: string, work: () => Promise<unknown>): void }
  readonly clock: Clock
  readonly log: Log
  readonly makeId: MakeId
}

/** Editors write a file in several steps; it is read when they are done. */
const settleMs = 150

export class FileProject {
  readonly #options: FileProjectOptions
  readonly #path: string
  /** The slugs of its servers, by the name in the file. */
  readonly #slugs = new Map<string, string>()
  #project: Project | null = null
  #watcher: FSWatcher | null = null
  #timer: Timer | null = null

  constructor(options: FileProjectOptions) {
    this.#options = options
    this.#path = resolve(options.path)
  }

  async open(): Promise<void> {
    const project = await this.#follow(await this.#read())
    // The folder is watched, not the file: editors put a new file in its place.
    this.#watcher = watch(dirname(this.#path), { persistent: false }, (_event, name) => {
      if (name === null || name === basename(this.#path)) this.#changedOnDisk()
    })
    this.#watcher.on('error', (error) =>
      this.#options.log.warn(
        { file: this.#path, reason: messageOf(error) },
        'a configuration file is no longer watched',
      ),
    )
    await this.#options.registry.startProject(project.id)
  }

  close(): void {
    this.#watcher?.close()
    this.#timer?.cancel()
  }

  #changedOnDisk(): void {
    const { clock, background, log } = this.#options
    this.#timer?.cancel()
    this.#timer = clock.after(settleMs, () =>
      background.run('follow an edit of the configuration file', async () => {
        const config = await this.#read().catch((thrown: unknown) => {
          log.warn(
            { file: this.#path, reason: messageOf(thrown) },
            'the configuration file cannot be read: its servers stay as they were',
          )
          return null
        })
        if (config === null) return
        const project = await this.#follow(config)
        await this.#options.registry.startProject(project.id)
      }),
    )
  }

  async #read(): Promise<ConfigFile> {
    const text = await readFile(this.#path, 'utf8').catch((thrown: unknown) => {
      throw new AppError('INVALID_INPUT', `The configuration file ${this.#path} cannot be read: ${messageOf(thrown)}`)
    })
    return readConfigFile(text)
  }

  async #follow(config: ConfigFile): Promise<Project> {
    const { registry, log } = this.#options
    for (const problem of config.problems)
      log.warn({ file: this.#path, path: problem.path }, `in the configuration file: ${problem.message}`)
    this.#project = await this.#keepProject(config)
    const servers = this.#serversOf(config)
    const added = []
    for (const server of servers) {
      const slug = this.#slugs.get(server.name)
      if (slug === undefined) added.push(server)
      else await this.#change(slug, server)
    }
    if (added.length > 0) await this.#admit(added, this.#project.id)
    const named = new Set(servers.map(({ name }) => name))
    for (const [name, slug] of this.#slugs)
      if (!named.has(name)) {
        this.#slugs.delete(name)
        const { id } = registry.held(slug).row
        await registry.dismiss(slug)
        await this.#options.store.servers.remove(id)
      }
    return this.#project
  }

  #serversOf({ entries }: ConfigFile): FileServer[] {
    const names = new Set<string>()
    return entries.flatMap(({ name, server, candidate, disabledTools }) => {
      const problem = server === null ? candidate.problem : names.has(server.name) ? 'another one has this name' : null
      if (server === null || problem !== null) {
        this.#options.log.warn({ file: this.#path, server: name }, `a server was left out: ${problem ?? ''}`)
        return []
      }
      names.add(server.name)
      return [{ name, server, disabledTools }]
    })
  }

  async #keepProject(config: ConfigFile): Promise<Project> {
    const { store, registry } = this.#options
    const id = fileProjectId(this.#path)
    const {
      naming = 'prefix-on-conflict',
      prefix = '{server}__{tool}',
      start = 'lazy',
      project: given = null,
      instructions = '',
    } = config.project
    const stored = await store.projects.get(id)
    const others = registry.projects().filter((project) => project.id !== id)
    const name = fileProjectName({ file: this.#path, given, before: stored?.name ?? null, others })
    const wanted: Project = { id, name, naming, prefix, start, instructions, file: this.#path, formerNames: [] }
    if (stored === null) await store.projects.insert(wanted)
    else await store.projects.update(id, { name: wanted.name, naming, prefix, start, instructions })
    if (JSON.stringify(this.#project) !== JSON.stringify(wanted)) registry.adoptProject(wanted)
    return wanted
  }

  #change(slug: string, wanted: FileServer): Promise<void> {
    const { registry, store } = this.#options
    return registry.changeMany(async () => {
      const before = registry.held(slug)
      const { row, switchedOff } = asFileSays(before, wanted)
      const replaced = isDeepStrictEqual(row, before.row) ? [] : [row]
      if (replaced.length > 0) await store.servers.update(row.id, storedPatch(row, before.row))
      const toggled = isDeepStrictEqual(switchedOff, before.switchedOff) ? [] : [{ slug, switchedOff }]
      if (toggled.length > 0) await this.#keepToggles(row.id, before.switchedOff, switchedOff)
      return { appeared: [], replaced, disappeared: [], toggled }
    })
  }

  /** All at once: what is stored is read as often for thirty as for one. */
  async #admit(servers: readonly FileServer[], projectId: string): Promise<void> {
    const { registry, store, clock, makeId } = this.#options
    const [rows, toggles, listings] = await Promise.all([
      store.servers.list(),
      store.servers.toggles(),
      store.servers.listings(),
    ])
    const takenSlugs = registry.takenSlugs()
    const read = fileRows(servers, { projectId, rows, toggles, takenSlugs, now: clock.now(), makeId })
    const added = read.filter(({ stored }) => stored === 'absent')
    await store.servers.insertAll(added.map(({ row, switchedOff }) => ({ row: storedRow(row), switchedOff })))
    for (const { row, switchedOff, before } of read) {
      if (before === null) continue
      await store.servers.update(row.id, storedPatch(row, before))
      await this.#keepToggles(row.id, toggles.get(row.id) ?? new Set(), switchedOff)
    }
    for (const { name, row, switchedOff } of read) {
      await registry.admit(row, switchedOff, listings.get(row.id))
      this.#slugs.set(name, row.slug)
    }
  }

  async #keepToggles(id: string, before: ReadonlySet<string>, after: ReadonlySet<string>): Promise<void> {
    const { servers } = this.#options.store
    const [off, on] = [[...after].filter((tool) => !before.has(tool)), [...before].filter((tool) => !after.has(tool))]
    if (off.length > 0) await servers.setToggles(id, off, false)
    if (on.length > 0) await servers.setToggles(id, on, true)
  }
}
