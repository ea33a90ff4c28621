/**
 * Keeps a project in step with a configuration file that a person edits. The person's toggles are stored. Environment
 * values are never stored: they stay in the file.
 */
import { readFile } from 'node:fs/promises'
import { type FSWatcher, watch } from 'node:fs'
import { basename, dirname, resolve } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { AppError, messageOf } from '#contract/errors'
import { type Project, usualProject } from '#contract/project'
import { givenFields } from '#engine/policies/givenFields'
import type { Clock, Log, MakeId, Timer } from '#engine/ports'
import { type ConfigFile, readConfigFile } from '#engine/config/configFile'
import { fileProjectName } from '#engine/registry/files/fileProjectName'
import { fileChanges, type FileServer, type StoredServers } from '#engine/registry/files/fileChanges'
import type { ChangeWriter } from '#engine/registry/changes/changeWriter'
import type { ServerRegistry } from '#engine/registry/serverRegistry'
import type { Change } from '#engine/store/servers/change'
import type { Store } from '#engine/store/openStore'
import { fileProjectId } from '#engine/store/servers/projectStore'

export interface FileProjectOptions {
  readonly path: string
  readonly registry: Pick<ServerRegistry, 'projects' | 'project' | 'ofProject' | 'takenSlugs' | 'startProject'>
  readonly writer: ChangeWriter
  readonly store: Pick<Store, 'projects' | 'servers'>
  readonly background: { run(what: string, work: () => Promise<unknown>): void }
  readonly clock: Clock
  readonly log: Log
  readonly makeId: MakeId
}

/** Editors write a file in several steps. The file is read once they are done. */
const settleMs = 150

export class FileProject {
  readonly #options: FileProjectOptions
  readonly #path: string
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
      background.run('follow an edit to the configuration file', async () => {
        const config = await this.#read().catch((thrown: unknown) => {
          log.warn(
            { file: this.#path, reason: messageOf(thrown) },
            'the configuration file cannot be read: its servers stay unchanged',
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
      throw new AppError('INVALID_INPUT', `Could not read the configuration file ${this.#path}: ${messageOf(thrown)}`)
    })
    return readConfigFile(text)
  }

  async #follow(config: ConfigFile): Promise<Project> {
    const { registry, writer, clock, log, makeId } = this.#options
    for (const problem of config.problems)
      log.warn({ file: this.#path, path: problem.path }, `in the configuration file: ${problem.message}`)
    const servers = this.#serversOf(config)
    const projectId = fileProjectId(this.#path)
    await writer.change(async () => {
      const held = registry.ofProject(projectId)
      const isAllHeld = servers.every(({ server }) => held.some(({ row }) => row.name === server.name))
      // Read once for all servers: reading one costs the store as much as reading all.
      const stored = isAllHeld ? nothingStored : await this.#stored()
      const facts = { projectId, held, stored, takenSlugs: registry.takenSlugs(), now: clock.now(), makeId }
      return [...(await this.#projectChange(config)), ...fileChanges(servers, facts)]
    })
    return registry.project(projectId)
  }

  #serversOf({ entries }: ConfigFile): FileServer[] {
    const names = new Set<string>()
    return entries.flatMap(({ name, server, candidate, disabledTools, ownTools }) => {
      const problem =
        server === null ? candidate.problem : names.has(server.name) ? 'another server has this name' : null
      if (server === null || problem !== null) {
        this.#options.log.warn({ file: this.#path, server: name }, `a server was left out: ${problem ?? ''}`)
        return []
      }
      names.add(server.name)
      return [{ server, disabledTools, ownTools }]
    })
  }

  async #projectChange(config: ConfigFile): Promise<Change[]> {
    const { store, registry } = this.#options
    const id = fileProjectId(this.#path)
    const { project: given = null, ...said } = config.project
    const stored = await store.projects.get(id)
    const others = registry.projects().filter((project) => project.id !== id)
    const name = fileProjectName({ file: this.#path, given, before: stored?.name ?? null, others })
    const project: Project = { ...usualProject, ...givenFields(said), id, name, file: this.#path, formerNames: [] }
    if (stored === null) return [{ kind: 'addProject', project }]
    const isInUse = registry.projects().some((one) => isDeepStrictEqual(one, project))
    return isInUse && isDeepStrictEqual(stored, project) ? [] : [{ kind: 'changeProject', project }]
  }

  async #stored(): Promise<StoredServers> {
    const { servers } = this.#options.store
    const [all, seen] = await Promise.all([servers.list(), servers.seen()])
    return { servers: all, seen }
  }
}

const nothingStored: StoredServers = { servers: [], seen: new Map() }
