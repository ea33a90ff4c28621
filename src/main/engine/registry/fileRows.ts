/** The rows of the servers that a configuration file names: those that are stored already, and new ones. Pure. */
import { isDeepStrictEqual } from 'node:util'
import type { NewServer } from '#contract/server'
import type { MakeId } from '#engine/ports'
import { newServerRow } from '#engine/registry/newServerRow'
import { withoutValues as withoutLaunchValues } from '#engine/registry/shownLaunch'
import type { ServerRow } from '#engine/store/serverStore'

export interface FileServer {
  /** In the file. */
  readonly name: string
  readonly server: NewServer
  /** Switched off when the server is new; later it is as a person toggled. */
  readonly disabledTools: readonly string[]
}

export interface FileRow extends FileServer {
  /** As the server runs. */
  readonly row: ServerRow
  readonly stored: 'not' | 'otherwise' | 'so'
}

export interface FileRowFacts {
  readonly projectId: string
  /** Of all projects. */
  readonly rows: readonly ServerRow[]
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
  return servers.map((one) => {
    const before = stored.get(one.server.name)
    if (before !== undefined) {
      const row = withSettings(before, one.server)
      return { ...one, row, stored: isDeepStrictEqual(storedRow(row), before) ? 'so' : 'otherwise' }
    }
    const row = newServerRow(one.server, { id: makeId(), projectId, now, takenSlugs, others })
    others.push(row)
    takenSlugs.add(row.slug)
    return { ...one, row, stored: 'not' }
  })
}

export function withSettings(row: ServerRow, server: NewServer): ServerRow {
  const { projectId: _projectId, ...settings } = server
  return { ...row, ...settings }
}

/** Values of environment variables stay in the file. */
export function storedRow(row: ServerRow): ServerRow {
  return { ...row, launch: withoutLaunchValues(row.launch) }
}
