/**
 * Takes servers over as other programs had them, with the tools that were switched off there. One that cannot be taken
 * keeps none of the others back; all that was done can be undone as long as the engine runs.
 */
import { AppError, messageOf } from '#contract/errors'
import type { FailedImport, ImportChoice, ImportChecks } from '#contract/servers/import'
import type { NewServer, ServerSnapshot } from '#contract/servers/server'
import { hasProcess } from '#contract/servers/transports'
import { resolveCommand } from '#engine/connections/processes/launch/resolveCommand'
import { searchFor } from '#engine/connections/processes/launch/startProcess'
import type { MakeId } from '#engine/ports'
import type { ChangeWriter } from '#engine/registry/changes/changeWriter'
import type { ServerChanges } from '#engine/registry/changes/serverChanges'
import type { ServerRegistry } from '#engine/registry/serverRegistry'
import type { SwitchedServer } from '#engine/store/servers/change'
import type { ServerRow } from '#engine/store/servers/serverRow'

export interface ImportedServer {
  /** Its name is that of the preview. */
  readonly candidate: { readonly name: string }
  readonly server: NewServer
  readonly disabledTools: readonly string[]
}

export interface ImportsOptions {
  readonly registry: Pick<ServerRegistry, 'rows' | 'held' | 'get'>
  readonly writer: ChangeWriter
  readonly servers: ServerChanges
  readonly makeId: MakeId
  /** Where servers find their commands. */
  readonly environment: () => Promise<Readonly<Record<string, string | undefined>>>
}

type Choice = Pick<ImportChoice, 'rename' | 'replace'>

interface Done {
  readonly added: readonly ServerRow[]
  readonly replaced: readonly SwitchedServer[]
}

export interface Imported {
  readonly id: string
  readonly servers: ServerSnapshot[]
  readonly failed: FailedImport[]
}

const maxKept = 20

export class ServerImports {
  readonly #options: ImportsOptions
  readonly #done = new Map<string, Done>()

  constructor(options: ImportsOptions) {
    this.#options = options
  }

  /** All of them or, where one cannot be taken, none. A name that is taken gets a number. */
  async takeAll(servers: readonly ImportedServer[], projectId: string): Promise<Imported> {
    const taken = new Set(this.#namesIn(projectId).keys())
    const rename: Record<string, string> = {}
    for (const { candidate, server } of servers) {
      const name = freeName(server.name, taken)
      taken.add(name)
      rename[candidate.name] = name
    }
    const imported = await this.take(servers, { rename, replace: [] }, projectId)
    const [failed] = imported.failed
    if (failed === undefined) return imported
    await this.undo(imported.id)
    throw new AppError('CONFLICT', `${failed.name} cannot be taken over: ${failed.message}`)
  }

  /** What stands in the way of each, in this project, on this machine. */
  async check(
    servers: readonly (NewServer | null)[],
    names: readonly string[],
    projectId: string,
  ): Promise<ImportChecks[]> {
    const environment = await this.#options.environment()
    const inProject = this.#namesIn(projectId)
    return servers.map((server, place) => {
      const name = server?.name ?? names[place] ?? ''
      const clash = inProject.get(name)
      const taken = new Set([...inProject.keys(), ...names])
      return {
        clash: clash === undefined ? null : { server: clash.slug, freeName: freeName(name, taken) },
        missing: server === null ? null : missingCommand(server, environment),
      }
    })
  }

  async take(servers: readonly ImportedServer[], choice: Choice, projectId: string): Promise<Imported> {
    const added: ServerRow[] = []
    const replaced: SwitchedServer[] = []
    const failed: FailedImport[] = []
    for (const imported of servers) {
      try {
        const { row, before } = await this.#takeOne(imported, choice, projectId)
        added.push(row)
        if (before !== null) replaced.push(before)
      } catch (thrown) {
        failed.push({ name: imported.candidate.name, message: messageOf(thrown) })
      }
    }
    const id = this.#options.makeId()
    this.#done.set(id, { added, replaced })
    const [oldest] = this.#done.keys()
    if (this.#done.size > maxKept && oldest !== undefined) this.#done.delete(oldest)
    return { id, servers: added.map(({ slug }) => this.#options.registry.get(slug)), failed }
  }

  /** What came goes, and what it replaced is back. What was changed or removed since by a person stays as they want it. */
  async undo(id: string): Promise<{ removed: string[]; restored: ServerSnapshot[] }> {
    const done = this.#done.get(id)
    if (done === undefined) throw new AppError('NOT_FOUND', `No import ${id} is kept any more.`)
    const { registry, writer } = this.#options
    const removed: string[] = []
    await writer.change(() => {
      const ids = new Set(done.added.map((row) => row.id))
      const there = registry.rows().filter((row) => ids.has(row.id))
      removed.push(...there.map(({ slug }) => slug))
      return [
        ...there.map((row) => ({ kind: 'removeServer', id: row.id, slug: row.slug }) as const),
        ...done.replaced.map((server) => ({ kind: 'addServer', ...server }) as const),
      ]
    })
    this.#done.delete(id)
    return { removed, restored: done.replaced.map(({ row }) => registry.get(row.slug)) }
  }

  async #takeOne({ candidate, server, disabledTools }: ImportedServer, choice: Choice, projectId: string) {
    const { registry, servers } = this.#options
    const { name } = candidate
    const wanted = { ...server, name: choice.rename[name] ?? server.name, projectId }
    const known = choice.replace.includes(name) ? this.#namesIn(projectId).get(wanted.name) : undefined
    const before = known === undefined ? null : copyOf(registry.held(known.slug))
    if (before !== null) await servers.remove(before.row.slug)
    try {
      const { slug } = await servers.add(wanted)
      if (disabledTools.length > 0) await servers.setToolsEnabled(slug, disabledTools, false)
      return { row: registry.held(slug).row, before }
    } catch (thrown) {
      if (before !== null) await servers.restore(before.row.slug)
      throw thrown
    }
  }

  #namesIn(projectId: string): ReadonlyMap<string, ServerRow> {
    const rows = this.#options.registry.rows().filter((row) => row.projectId === projectId)
    return new Map(rows.map((row) => [row.name, row]))
  }
}

function copyOf({ row, switchedOff }: SwitchedServer): SwitchedServer {
  return { row, switchedOff: new Set(switchedOff) }
}

function freeName(name: string, taken: ReadonlySet<string>): string {
  let free = name
  for (let number = 2; taken.has(free); number += 1) free = `${name.slice(0, 90)} ${number}`
  return free
}

/** A reference is filled in later: then nobody knows. */
function missingCommand(
  { launch }: NewServer,
  environment: Readonly<Record<string, string | undefined>>,
): string | null {
  if (!hasProcess(launch) || launch.command.includes('${')) return null
  try {
    resolveCommand(searchFor(launch, environment))
    return null
  } catch {
    return launch.command
  }
}
