/**
 * Compares the store with memory, to find what another engine on the same database has changed about projects,
 * servers and switches. Pure.
 */
import { isDeepStrictEqual } from 'node:util'
import type { Project } from '#contract/project'
import { definitionChange, pairChange } from '#engine/registry/changes/rowChange'
import { type Change, type SwitchedPair, toolChanges, type WholeServer } from '#engine/store/servers/change'

/** Projects and servers in memory that do not come from a file. */
export interface KnownServers {
  readonly projects: readonly Project[]
  readonly servers: readonly WholeServer[]
  /** All slugs in use, including those of servers from files. */
  readonly takenSlugs: ReadonlySet<string>
}

export interface StoredServers {
  readonly projects: readonly Project[]
  readonly servers: readonly WholeServer[]
}

export function storedChanges(known: KnownServers, stored: StoredServers): Change[] {
  const files = new Set(stored.projects.filter(({ file }) => file !== null).map(({ id }) => id))
  const projects = stored.projects.filter(({ file }) => file === null)
  const projectIds = new Set(projects.map(({ id }) => id))
  const servers = new Map(
    stored.servers
      .filter(({ pairs }) => !pairs.some(({ pair }) => files.has(pair.projectId)))
      .map((server) => [server.definition.id, server]),
  )
  const there = known.servers.filter(
    ({ definition }) => servers.get(definition.id)?.definition.slug === definition.slug,
  )
  const gone = known.servers.filter((server) => !there.includes(server)).map(({ definition }) => definition)
  const goneSlugs = new Set(gone.map(({ slug }) => slug))
  const thereIds = new Set(there.map(({ definition }) => definition.id))
  const isFree = (slug: string) => !known.takenSlugs.has(slug) || goneSlugs.has(slug)
  return [
    ...gone.map(({ id, slug }): Change => ({ kind: 'removeServer', id, slug })),
    ...projects
      .filter((project) => !known.projects.some((one) => isDeepStrictEqual(one, project)))
      .map((project): Change => ({ kind: 'changeProject', project })),
    ...there.flatMap((server) => whatDiffers(server, servers.get(server.definition.id) ?? server)),
    ...[...servers.values()]
      .filter(({ definition: { id, slug } }) => !thereIds.has(id) && isFree(slug))
      .map((server): Change => ({ kind: 'addServer', ...server })),
    ...known.projects.filter(({ id }) => !projectIds.has(id)).map(({ id }): Change => ({ kind: 'removeProject', id })),
  ]
}

function whatDiffers(here: WholeServer, there: WholeServer): Change[] {
  const { id, slug, asksCallers } = here.definition
  // Whether a server asks its callers is observed by each engine for itself.
  const now = { ...there.definition, asksCallers }
  const changed = definitionChange(here.definition, now, now.updatedAt)
  const pairs = byId(here.pairs)
  const stored = byId(there.pairs)
  return [
    ...(changed === null ? [] : [changed]),
    ...here.pairs
      .filter(({ pair }) => !stored.has(pair.pairId))
      .map(({ pair: { pairId } }): Change => ({ kind: 'removePair', pairId, slug })),
    ...there.pairs.flatMap((one): Change[] => {
      const before = pairs.get(one.pair.pairId)
      if (before === undefined) return [{ kind: 'addPair', id, slug, ...one }]
      const put = pairChange(slug, before.pair, one.pair)
      return [...(put === null ? [] : [put]), ...toolChanges({ pairId: one.pair.pairId, slug }, before, one)]
    }),
  ]
}

function byId(pairs: readonly SwitchedPair[]): ReadonlyMap<string, SwitchedPair> {
  return new Map(pairs.map((one) => [one.pair.pairId, one]))
}
