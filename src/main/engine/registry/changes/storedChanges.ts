/** What another engine on the same database has made of projects, servers and switches, told from what is known here. Pure. */
import { isDeepStrictEqual } from 'node:util'
import type { Project } from '#contract/project'
import { rowChange } from '#engine/registry/changes/rowChange'
import { type Change, switchedBetween, type SwitchedServer } from '#engine/store/servers/change'
import type { ServerRow } from '#engine/store/servers/serverRow'

/** What is in use here that no file says. */
export interface KnownServers {
  readonly projects: readonly Project[]
  readonly servers: readonly SwitchedServer[]
  /** Also those of servers that files say. */
  readonly takenSlugs: ReadonlySet<string>
}

export interface StoredServers {
  readonly projects: readonly Project[]
  readonly rows: readonly ServerRow[]
  /** By the id of the server. */
  readonly toggles: ReadonlyMap<string, ReadonlySet<string>>
}

const none: ReadonlySet<string> = new Set()

export function storedChanges(known: KnownServers, stored: StoredServers): Change[] {
  const projects = stored.projects.filter(({ file }) => file === null)
  const projectIds = new Set(projects.map(({ id }) => id))
  const rows = new Map(stored.rows.filter((row) => projectIds.has(row.projectId)).map((row) => [row.id, row]))
  const there = known.servers.filter(({ row }) => rows.get(row.id)?.slug === row.slug)
  const gone = known.servers.filter((server) => !there.includes(server)).map(({ row }) => row)
  const goneSlugs = new Set(gone.map(({ slug }) => slug))
  const thereIds = new Set(there.map(({ row }) => row.id))
  const isFree = (slug: string) => !known.takenSlugs.has(slug) || goneSlugs.has(slug)
  return [
    ...gone.map(({ id, slug }): Change => ({ kind: 'removeServer', id, slug })),
    ...projects
      .filter((project) => !known.projects.some((one) => isDeepStrictEqual(one, project)))
      .map((project): Change => ({ kind: 'changeProject', project })),
    ...there.flatMap((server) =>
      whatDiffers(server, rows.get(server.row.id), stored.toggles.get(server.row.id) ?? none),
    ),
    ...[...rows.values()]
      .filter(({ id, slug }) => !thereIds.has(id) && isFree(slug))
      .map((row): Change => ({ kind: 'addServer', row, switchedOff: stored.toggles.get(row.id) ?? none })),
    ...known.projects.filter(({ id }) => !projectIds.has(id)).map(({ id }): Change => ({ kind: 'removeProject', id })),
  ]
}

function whatDiffers(
  { row, switchedOff }: SwitchedServer,
  now: ServerRow | undefined,
  off: ReadonlySet<string>,
): Change[] {
  const { id, slug, asksCallers } = row
  // What each engine sees for itself stays.
  const changed = now === undefined ? null : rowChange(row, { ...now, asksCallers }, now.updatedAt)
  const switched = switchedBetween(switchedOff, off)
  return [
    ...(changed === null ? [] : [changed]),
    ...(switched === null ? [] : [{ kind: 'switchTools', id, slug, ...switched } as const]),
  ]
}
