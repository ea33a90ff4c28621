/** What a configuration file makes of its project's servers: those in use, those stored before, and new ones. Pure. */
import { isDeepStrictEqual } from 'node:util'
import type { NewServer } from '#contract/servers/server'
import type { MakeId } from '#engine/ports'
import { newServerRow } from '#engine/registry/changes/newServerRow'
import { relaunched, rowChange } from '#engine/registry/changes/rowChange'
import { storedRow } from '#engine/registry/changes/storedForm'
import { type Change, switchedBetween, type SwitchedServer } from '#engine/store/servers/change'
import type { KeptListings } from '#engine/store/servers/seenStore'
import type { FileSwitches, ServerRow } from '#engine/store/servers/serverRow'

export interface FileServer {
  readonly server: NewServer
  readonly disabledTools: readonly string[]
}

export interface FileFacts {
  readonly projectId: string
  /** Those of its project that are in use. */
  readonly held: readonly SwitchedServer[]
  readonly stored: StoredServers
  readonly takenSlugs: ReadonlySet<string>
  readonly now: number
  readonly makeId: MakeId
}

/** Of all projects. */
export interface StoredServers {
  readonly rows: readonly ServerRow[]
  /** By the id of the server. */
  readonly toggles: ReadonlyMap<string, ReadonlySet<string>>
  readonly listings: ReadonlyMap<string, KeptListings>
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
  const { id, slug } = before.row
  const changed = rowChange(before.row, wanted.row, now)
  const switched = switchedBetween(before.switchedOff, wanted.switchedOff)
  return [
    ...(changed === null ? [] : [changed]),
    ...(switched === null ? [] : [{ kind: 'switchTools', id, slug, ...switched } as const]),
  ]
}

/** One that was in the project before comes back as it was, with what the file says now. */
function usedServers(servers: readonly FileServer[], facts: FileFacts): Change[] {
  const { projectId, stored, now, makeId } = facts
  const known = new Map(stored.rows.filter((row) => row.projectId === projectId).map((row) => [row.name, row]))
  const others = [...stored.rows]
  const takenSlugs = new Set([...facts.takenSlugs, ...others.map(({ slug }) => slug)])
  return servers.map((one): Change => {
    const row = known.get(one.server.name)
    if (row !== undefined) {
      const before = { row, switchedOff: stored.toggles.get(row.id) ?? none }
      const wanted = asFileSays(before, one)
      const isSame = isDeepStrictEqual(
        { row: storedRow(wanted.row), switchedOff: wanted.switchedOff },
        { row, switchedOff: before.switchedOff },
      )
      const listings = stored.listings.get(row.id) ?? null
      return { kind: 'useServer', ...wanted, before: isSame ? null : before, listings }
    }
    const added = newServerRow(one.server, { id: makeId(), projectId, now, takenSlugs, others })
    others.push(added)
    takenSlugs.add(added.slug)
    return { kind: 'addServer', ...asFileSays({ row: added, switchedOff: new Set(one.disabledTools) }, one) }
  })
}

const none: ReadonlySet<string> = new Set()

/** A person's switch stays as it is until the file says something else of it than before. */
export function asFileSays(before: SwitchedServer, { server, disabledTools }: FileServer): SwitchedServer {
  const { projectId: _projectId, launch, ...settings } = server
  const fileSwitches: FileSwitches = { enabled: server.enabled, disabledTools: [...new Set(disabledTools)].sort() }
  const said = before.row.fileSwitches ?? fileSwitches
  const enabled = said.enabled === server.enabled ? before.row.enabled : server.enabled
  const switchedOff = new Set(before.switchedOff)
  for (const tool of fileSwitches.disabledTools) if (!said.disabledTools.includes(tool)) switchedOff.add(tool)
  for (const tool of said.disabledTools) if (!fileSwitches.disabledTools.includes(tool)) switchedOff.delete(tool)
  return { row: { ...relaunched(before.row, launch), ...settings, enabled, fileSwitches }, switchedOff }
}
