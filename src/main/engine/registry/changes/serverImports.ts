/**
 * Imports servers from other programs' configurations, without the tools that were switched off there. A server that
 * cannot be imported does not stop the others. An import can be undone as long as this engine is running.
 */
import { AppError, messageOf } from '#contract/errors'
import type { FailedImport, ImportChoice, ImportChecks } from '#contract/servers/import'
import type { NewServer, ServerSnapshot } from '#contract/servers/server'
import { isSampleLaunch } from '#contract/servers/sample'
import { hasProcess } from '#contract/servers/transports'
import { resolveCommand } from '#engine/connections/processes/launch/resolveCommand'
import { searchFor } from '#engine/connections/processes/launch/startProcess'
import type { MakeId } from '#engine/ports'
import type { ChangeWriter } from '#engine/registry/changes/changeWriter'
import type { ServerChanges } from '#engine/registry/changes/serverChanges'
import type { ServerRegistry } from '#engine/registry/serverRegistry'
import type { OwnTools } from '#contract/tools/tool'
import {
  type Change,
  noSwitches,
  type SwitchedServer,
  toolChanges,
  type WholeServer,
} from '#engine/store/servers/change'
import { pairIn, type ServerRow } from '#engine/store/servers/serverRow'

export interface ImportedServer {
  /** `name`: as shown in the preview. */
  readonly candidate: { readonly name: string }
  readonly server: NewServer
  readonly disabledTools: readonly string[]
  readonly ownTools: OwnTools
}

export interface ImportsOptions {
  readonly registry: Pick<ServerRegistry, 'rows' | 'wholeOf' | 'inProject' | 'get'>
  readonly writer: ChangeWriter
  readonly servers: ServerChanges
  readonly makeId: MakeId
  /** The environment in which servers look for their commands. */
  readonly environment: () => Promise<Readonly<Record<string, string | undefined>>>
}

type Choice = Pick<ImportChoice, 'rename' | 'replace'>

interface Done {
  readonly added: readonly ServerRow[]
  readonly replaced: readonly Replaced[]
}

/** A replaced server in the project. `whole`: the entire server, if it was in no other project. */
interface Replaced {
  readonly server: SwitchedServer
  readonly whole: WholeServer | null
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

  /** Imports all servers, or none if one cannot be imported. A taken name gets a number. */
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
    throw new AppError('CONFLICT', `${failed.name} cannot be imported: ${failed.message}`)
  }

  /** Finds the problems that each server would have in this project and on this machine. */
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
    const replaced: Replaced[] = []
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

  /**
   * Removes the imported servers from the project, and restores the servers that they replaced. Other projects that
   * have an imported server by now keep it.
   */
  async undo(id: string): Promise<{ removed: string[]; restored: ServerSnapshot[] }> {
    const done = this.#done.get(id)
    if (done === undefined) throw new AppError('NOT_FOUND', `Import ${id} can no longer be undone.`)
    const { registry, writer } = this.#options
    const removed: string[] = []
    await writer.change(() => {
      const added = new Set(done.added.map(({ pairId }) => pairId))
      const rows = registry.rows()
      const there = rows.filter(({ pairId }) => added.has(pairId))
      removed.push(...there.map(({ slug }) => slug))
      const isElsewhere = ({ id: known }: ServerRow) => rows.filter((row) => row.id === known).length > 1
      return [...there.map((row) => takenAway(row, isElsewhere(row))), ...done.replaced.map(broughtBack)]
    })
    this.#done.delete(id)
    return { removed, restored: done.replaced.map(({ server }) => registry.get(server.row.slug)) }
  }

  async #takeOne({ candidate, server, disabledTools, ownTools }: ImportedServer, choice: Choice, projectId: string) {
    const { registry, servers, writer } = this.#options
    const { name } = candidate
    const wanted = { ...server, name: choice.rename[name] ?? server.name, projectId }
    const known = choice.replace.includes(name) ? this.#namesIn(projectId).get(wanted.name) : undefined
    const before = known === undefined ? null : this.#replacedBy(known.slug, projectId)
    if (before !== null) await writer.change(() => [removalOf(before)])
    try {
      const { slug } = await servers.add(wanted)
      const added = registry.inProject(slug, projectId)
      if (added === null) throw new AppError('CONFLICT', `${wanted.name} was removed from the project meanwhile.`)
      const said = { switchedOff: new Set(disabledTools), own: ownTools }
      await writer.change(() => toolChanges(added.row, noSwitches, said))
      return { row: added.row, before }
    } catch (thrown) {
      if (before !== null) await writer.change(() => [broughtBack(before)])
      throw thrown
    }
  }

  /** The server that an import would replace in this project. Other projects keep their pairs with it. */
  #replacedBy(slug: string, projectId: string): Replaced | null {
    const { registry } = this.#options
    const server = registry.inProject(slug, projectId)
    if (server === null) return null
    const whole = registry.wholeOf(slug)
    return { server, whole: whole.pairs.length === 1 ? whole : null }
  }

  #namesIn(projectId: string): ReadonlyMap<string, ServerRow> {
    const rows = this.#options.registry.rows().filter((row) => row.projectId === projectId)
    return new Map(rows.map((row) => [row.name, row]))
  }
}

function removalOf({ server: { row }, whole }: Replaced): Change {
  return takenAway(row, whole === null)
}

/** `isElsewhere`: other projects also have the server, and keep it. */
function takenAway({ id, pairId, slug }: ServerRow, isElsewhere: boolean): Change {
  return isElsewhere ? { kind: 'removePair', pairId, slug } : { kind: 'removeServer', id, slug }
}

function broughtBack({ server: { row, ...switches }, whole }: Replaced): Change {
  if (whole !== null) return { kind: 'addServer', ...whole }
  return { kind: 'addPair', id: row.id, slug: row.slug, pair: pairIn(row), ...switches }
}

function freeName(name: string, taken: ReadonlySet<string>): string {
  let free = name
  for (let number = 2; taken.has(free); number += 1) free = `${name.slice(0, 90)} ${number}`
  return free
}

/**
 * The launch's command if it cannot be found; otherwise null. Also null for a command with a reference, which is filled
 * in later.
 */
function missingCommand(
  { launch }: NewServer,
  environment: Readonly<Record<string, string | undefined>>,
): string | null {
  if (!hasProcess(launch) || launch.command.includes('${') || isSampleLaunch(launch)) return null
  try {
    resolveCommand(searchFor(launch, environment))
    return null
  } catch {
    return launch.command
  }
}
