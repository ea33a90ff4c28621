/**
 * Keeps a project in step with a configuration file that a person edits. What the person toggled is kept in the store;
 * values of environment variables never are: they stay in the file.
 */
import { readFile } from 'node:fs/promises'
import { type FSWatcher, watch } from 'node:fs'
import { basename, dirname, resolve } from 'node:path'
import { AppError, messageOf } from '#contract/errors'
import type { Project } from '#contract/project'
import type { NewServer } from '#contract/server'
import type { Clock, Log, MakeId, Timer } from '#engine/ports'
import { type ConfigFile, readConfigFile } from '#engine/registry/configFile'
import { withoutValues as withoutLaunchValues } from '#engine/registry/shownLaunch'
import { newServerRow } from '#engine/registry/newServerRow'
import type { ServerRegistry } from '#engine/registry/serverRegistry'
import type { Store } from '#engine/store/openStore'
import { fileProjectId } from '#engine/store/projectStore'
import type { ServerRow } from '#engine/store/serverStore'

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
  /** Rows as the file says, by the name in the file. */
  readonly #rows = new Map<string, ServerRow>()
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
    const named = new Set<string>()
    for (const entry of config.entries) {
      if (entry.server === null) {
        log.warn({ file: this.#path, server: entry.name }, `a server was left out: ${entry.candidate.problem ?? ''}`)
        continue
      }
      named.add(entry.name)
      await this.#keepServer(entry.name, entry.server, entry.disabledTools, this.#project.id)
    }
    for (const [name, row] of this.#rows)
      if (!named.has(name)) {
        this.#rows.delete(name)
        await registry.dismiss(row.slug)
        await this.#options.store.servers.remove(row.id)
      }
    return this.#project
  }

  async #keepProject(config: ConfigFile): Promise<Project> {
    const { store, registry } = this.#options
    const id = fileProjectId(this.#path)
    const {
      naming = 'prefix-on-conflict',
      prefix = '{server}__{tool}',
      start = 'lazy',
      project = basename(this.#path),
      instructions = '',
    } = config.project
    const wanted: Project = { id, name: project, naming, prefix, start, instructions, file: this.#path }
    const stored = await store.projects.get(id)
    if (stored === null) await store.projects.insert(wanted)
    else await store.projects.update(id, { name: wanted.name, naming, prefix, start, instructions })
    if (JSON.stringify(this.#project) !== JSON.stringify(wanted)) registry.adoptProject(wanted)
    return wanted
  }

  async #keepServer(
    name: string,
    server: NewServer,
    disabledTools: readonly string[],
    projectId: string,
  ): Promise<void> {
    const { registry, store } = this.#options
    const running = this.#rows.get(name)
    if (running !== undefined) {
      const next = changedRow(running, server)
      if (next === null) return
      await store.servers.update(running.id, withoutValues(next))
      await registry.replace(running.slug, next)
      this.#rows.set(name, next)
      return
    }
    const stored = (await store.servers.list()).find((row) => row.projectId === projectId && row.name === server.name)
    const row =
      stored === undefined ? await this.#insert(server, projectId, disabledTools) : { ...stored, ...settingsOf(server) }
    if (stored !== undefined) await store.servers.update(row.id, withoutValues(row))
    const [toggles, listings] = await Promise.all([store.servers.toggles(), store.servers.listings()])
    await registry.admit(row, toggles.get(row.id) ?? [], listings.get(row.id))
    this.#rows.set(name, row)
  }

  async #insert(server: NewServer, projectId: string, disabledTools: readonly string[]): Promise<ServerRow> {
    const { store, registry, clock, makeId } = this.#options
    const rows = await store.servers.list()
    const row = newServerRow(server, {
      id: makeId(),
      projectId,
      now: clock.now(),
      takenSlugs: new Set([...registry.takenSlugs(), ...rows.map((one) => one.slug)]),
      others: rows,
    })
    await store.servers.insert(withoutValues(row), disabledTools)
    return row
  }
}

function settingsOf(server: NewServer) {
  const { projectId: _projectId, ...settings } = server
  return settings
}

/** Null when the file says what the row says already. */
function changedRow(row: ServerRow, server: NewServer): ServerRow | null {
  const next = { ...row, ...settingsOf(server) }
  return JSON.stringify(next) === JSON.stringify(row) ? null : next
}

function withoutValues(row: ServerRow): ServerRow {
  return { ...row, launch: withoutLaunchValues(row.launch) }
}
