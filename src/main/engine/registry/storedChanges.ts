/** What another engine on the same database has made of projects, servers and toggles, told from what is known here. Pure. */
import { isDeepStrictEqual } from 'node:util'
import type { Project } from '#contract/project'
import type { ManyChanges } from '#engine/registry/manyChanges'
import type { ServerRow } from '#engine/store/serverRow'

/** What is in use here that no file says. */
export interface KnownServers {
  readonly projects: readonly Project[]
  readonly servers: readonly { readonly row: ServerRow; readonly switchedOff: ReadonlySet<string> }[]
  /** Also those of servers that files say. */
  readonly takenSlugs: ReadonlySet<string>
}

export interface StoredServers {
  readonly projects: readonly Project[]
  readonly rows: readonly ServerRow[]
  /** By the id of the server. */
  readonly toggles: ReadonlyMap<string, ReadonlySet<string>>
}

export interface StoredChanges extends ManyChanges {
  readonly changedProjects: readonly Project[]
  /** Ids. */
  readonly goneProjects: readonly string[]
}

const none: ReadonlySet<string> = new Set()

export function storedChanges(known: KnownServers, stored: StoredServers): StoredChanges {
  const projects = stored.projects.filter(({ file }) => file === null)
  const projectIds = new Set(projects.map(({ id }) => id))
  const rows = new Map(stored.rows.filter((row) => projectIds.has(row.projectId)).map((row) => [row.id, row]))
  const there = known.servers.filter(({ row }) => rows.get(row.id)?.slug === row.slug)
  const disappeared = known.servers.filter((server) => !there.includes(server)).map(({ row }) => row.slug)
  const thereIds = new Set(there.map(({ row }) => row.id))
  const stillTaken = (slug: string) => known.takenSlugs.has(slug) && !disappeared.includes(slug)
  return {
    changedProjects: projects.filter((project) => !known.projects.some((one) => isDeepStrictEqual(one, project))),
    goneProjects: known.projects.map(({ id }) => id).filter((id) => !projectIds.has(id)),
    disappeared,
    appeared: [...rows.values()]
      .filter(({ id, slug }) => !thereIds.has(id) && !stillTaken(slug))
      .map((row) => ({ row, switchedOff: stored.toggles.get(row.id) ?? none })),
    replaced: there.flatMap(({ row }) => {
      const now = rows.get(row.id)
      return now === undefined || isDeepStrictEqual(settled(now, row), row) ? [] : [settled(now, row)]
    }),
    toggled: there.flatMap(({ row, switchedOff }) => {
      const now = stored.toggles.get(row.id) ?? none
      return isDeepStrictEqual(now, switchedOff) ? [] : [{ slug: row.slug, switchedOff: now }]
    }),
  }
}

/** What each engine sees for itself stays, and a launch that only reads differently is no other one. */
function settled(now: ServerRow, { era, asksCallers, launch }: ServerRow): ServerRow {
  return { ...now, era, asksCallers, launch: isDeepStrictEqual(now.launch, launch) ? launch : now.launch }
}
