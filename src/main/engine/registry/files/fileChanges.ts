/**
 * Computes what a configuration file changes about its project's servers: servers in use, servers stored earlier, and
 * new ones. Pure.
 */
import { isDeepStrictEqual } from 'node:util'
import type { NewServer } from '#contract/servers/server'
import type { MakeId } from '#engine/ports'
import { madeServer } from '#engine/registry/changes/newServer'
import { relaunched, rowChanges } from '#engine/registry/changes/rowChange'
import { storedServer } from '#engine/registry/changes/storedForm'
import {
  type Change,
  type SwitchedPair,
  type SwitchedServer,
  toolChanges,
  type WholeServer,
} from '#engine/store/servers/change'
import type { SeenLaunches } from '#engine/store/servers/seenStore'
import type { OwnTool, OwnTools } from '#contract/tools/tool'
import { definitionOf, type FileSwitches, joined, pairIn } from '#engine/store/servers/serverRow'

export interface FileServer {
  readonly server: NewServer
  readonly disabledTools: readonly string[]
  readonly ownTools: OwnTools
}

export interface FileFacts {
  readonly projectId: string
  /** The project's servers that are in use. */
  readonly held: readonly SwitchedServer[]
  readonly stored: StoredServers
  readonly takenSlugs: ReadonlySet<string>
  readonly now: number
  readonly makeId: MakeId
}

/** Stored servers of all projects. */
export interface StoredServers {
  readonly servers: readonly WholeServer[]
  /** By server id. */
  readonly seen: ReadonlyMap<string, SeenLaunches>
}

/** No two of `servers` have the same name. */
export function fileChanges(servers: readonly FileServer[], facts: FileFacts): Change[] {
  const held = new Map(facts.held.map((one) => [one.row.name, one]))
  const named = new Set(servers.map(({ server }) => server.name))
  const gone = facts.held.filter(({ row }) => !named.has(row.name))
  return [
    ...servers.flatMap((one) => {
      const before = held.get(one.server.name)
      return before === undefined ? [] : editedServer(before, asFileSays(before, one), facts.now)
    }),
    ...usedServers(
      servers.filter(({ server }) => !held.has(server.name)),
      facts,
    ),
    ...gone.map(({ row }): Change => ({ kind: 'removeServer', id: row.id, slug: row.slug })),
  ]
}

function editedServer(before: SwitchedServer, wanted: SwitchedServer, now: number): Change[] {
  return [...rowChanges(before.row, wanted.row, now), ...toolChanges(before.row, before, wanted)]
}

/** A server that was in the project earlier returns with its stored settings, updated by what the file says now. */
function usedServers(servers: readonly FileServer[], facts: FileFacts): Change[] {
  const { projectId, stored, now, makeId } = facts
  const known = new Map(stored.servers.flatMap((whole) => storedIn(projectId, whole)))
  const others = stored.servers.map(({ definition }) => definition)
  const takenSlugs = new Set([...facts.takenSlugs, ...others.map(({ slug }) => slug)])
  return servers.map((one): Change => {
    const before = known.get(one.server.name)
    if (before !== undefined) {
      const wanted = wholeOf(asFileSays(before, one))
      const whole = wholeOf(before)
      const isSame = isDeepStrictEqual(storedServer(wanted), whole)
      const seen = stored.seen.get(before.row.id) ?? new Map()
      return { kind: 'useServer', ...wanted, before: isSame ? null : whole, seen }
    }
    const made = madeServer(one.server, { id: makeId(), pairId: makeId(), projectId, now, takenSlugs, others })
    others.push(made.definition)
    takenSlugs.add(made.definition.slug)
    const switches = { switchedOff: new Set(one.disabledTools), own: one.ownTools }
    const added = { row: joined(made.definition, made.pair, null), ...switches }
    return { kind: 'addServer', ...wholeOf(asFileSays(added, one)) }
  })
}

function storedIn(projectId: string, { definition, pairs }: WholeServer): [string, SwitchedServer][] {
  return pairs
    .filter(({ pair }) => pair.projectId === projectId)
    .map(({ pair, ...switches }) => [definition.name, { row: joined(definition, pair, null), ...switches }])
}

function wholeOf({ row, ...switches }: SwitchedServer): WholeServer {
  const pair: SwitchedPair = { pair: pairIn(row), ...switches }
  return { definition: definitionOf(row), pairs: [pair] }
}

/** A person's switch stays until the file's value changes. */
export function asFileSays(before: SwitchedServer, { server, disabledTools, ownTools }: FileServer): SwitchedServer {
  const { projectId: _projectId, launch, ...settings } = server
  const fileSwitches: FileSwitches = {
    enabled: server.enabled,
    disabledTools: [...new Set(disabledTools)].sort(),
    ...(ownTools.size > 0 && { tools: Object.fromEntries(ownTools) }),
  }
  const said = before.row.fileSwitches ?? fileSwitches
  const enabled = said.enabled === server.enabled ? before.row.enabled : server.enabled
  const switchedOff = new Set(before.switchedOff)
  for (const tool of fileSwitches.disabledTools) if (!said.disabledTools.includes(tool)) switchedOff.add(tool)
  for (const tool of said.disabledTools) if (!fileSwitches.disabledTools.includes(tool)) switchedOff.delete(tool)
  const own = ownSaid(before.own, new Map(Object.entries(said.tools ?? {})), ownTools)
  return { row: { ...relaunched(before.row, launch), ...settings, enabled, fileSwitches }, switchedOff, own }
}

/** A person's own name for a tool stays until the file's value changes. */
function ownSaid(before: OwnTools, said: OwnTools, says: OwnTools): OwnTools {
  const own = new Map<string, OwnTool>(before)
  for (const [tool, now] of says) if (!isDeepStrictEqual(said.get(tool), now)) own.set(tool, now)
  for (const tool of said.keys()) if (!says.has(tool)) own.delete(tool)
  return own
}
