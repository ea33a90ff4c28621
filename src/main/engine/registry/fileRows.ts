/** The rows of the servers that a configuration file names: those that are stored already, and new ones. Pure. */
import { isDeepStrictEqual } from 'node:util'
import type { NewServer } from '#contract/server'
import type { MakeId } from '#engine/ports'
import { newServerRow } from '#engine/registry/newServerRow'
import { withoutValues as withoutLaunchValues } from '#engine/registry/shownLaunch'
import type { FileSwitches, ServerPatch, ServerRow } from '#engine/store/serverRow'

export interface FileServer {
  /** In the file. */
  readonly name: string
  readonly server: NewServer
  readonly disabledTools: readonly string[]
}

/** A server as it is, with the tools that are switched off. */
export interface SwitchedRow {
  readonly row: ServerRow
  readonly switchedOff: ReadonlySet<string>
}

export interface FileRow extends SwitchedRow {
  /** In the file. */
  readonly name: string
  readonly stored: 'absent' | 'different' | 'same'
  /** Of one that is stored and differs. */
  readonly before: ServerRow | null
}

export interface FileRowFacts {
  readonly projectId: string
  /** Of all projects. */
  readonly rows: readonly ServerRow[]
  /** By the id of the server. */
  readonly toggles: ReadonlyMap<string, ReadonlySet<string>>
  readonly takenSlugs: ReadonlySet<string>
  readonly now: number
  readonly makeId: MakeId
}

/** No two of `servers` have the same name as servers. */
export function fileRows(servers: readonly FileServer[], facts: FileRowFacts): FileRow[] {
  const { projectId, now, makeId } = facts
  const stored = new Map(facts.rows.filter((row) => row.projectId === projectId).map((row) => [row.name, row]))
  const others = [...facts.rows]
  const takenSlugs = new Set([...facts.takenSlugs, ...others.map(({ slug }) => slug)])
  return servers.map(({ name, ...one }) => {
    const before = stored.get(one.server.name)
    if (before !== undefined) {
      const switchedOff = facts.toggles.get(before.id) ?? none
      const next = asFileSays({ row: before, switchedOff }, one)
      const isSame = isDeepStrictEqual({ ...next, row: storedRow(next.row) }, { row: before, switchedOff })
      return { name, ...next, stored: isSame ? 'same' : 'different', before: isSame ? null : before }
    }
    const row = newServerRow(one.server, { id: makeId(), projectId, now, takenSlugs, others })
    others.push(row)
    takenSlugs.add(row.slug)
    return {
      name,
      ...asFileSays({ row, switchedOff: new Set(one.disabledTools) }, one),
      stored: 'absent',
      before: null,
    }
  })
}

const none: ReadonlySet<string> = new Set()

/** A person's switch stays as it is until the file says something else of it than before. */
export function asFileSays(before: SwitchedRow, { server, disabledTools }: Omit<FileServer, 'name'>): SwitchedRow {
  const { projectId: _projectId, ...settings } = server
  const fileSwitches: FileSwitches = { enabled: server.enabled, disabledTools: [...new Set(disabledTools)].sort() }
  const said = before.row.fileSwitches ?? fileSwitches
  const enabled = said.enabled === server.enabled ? before.row.enabled : server.enabled
  const switchedOff = new Set(before.switchedOff)
  for (const tool of fileSwitches.disabledTools) if (!said.disabledTools.includes(tool)) switchedOff.add(tool)
  for (const tool of said.disabledTools) if (!fileSwitches.disabledTools.includes(tool)) switchedOff.delete(tool)
  return { row: { ...before.row, ...settings, enabled, fileSwitches }, switchedOff }
}

/** What was seen of a server is forgotten with its launch, so that is written only when it is another one. */
export function storedPatch(row: ServerRow, before: ServerRow): ServerPatch {
  const { launch, ...settings } = storedRow(row)
  return isDeepStrictEqual(row.launch, before.launch) ? settings : { ...settings, launch }
}

/** Values of environment variables stay in the file. */
export function storedRow(row: ServerRow): ServerRow {
  return { ...row, launch: withoutLaunchValues(row.launch) }
}
