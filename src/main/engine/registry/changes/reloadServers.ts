/** What the store has of projects, servers and switches is taken in: at the start, and when another engine has changed it. */
import type { ChangeWriter } from '#engine/registry/changes/changeWriter'
import { storedChanges } from '#engine/registry/changes/storedChanges'
import type { ServerRegistry } from '#engine/registry/serverRegistry'
import type { Change } from '#engine/store/servers/change'
import type { Store } from '#engine/store/openStore'

export interface ReloadOptions {
  readonly store: Pick<Store, 'projects' | 'servers'>
  readonly registry: Pick<ServerRegistry, 'projects' | 'rows' | 'held' | 'takenSlugs'>
  readonly writer: ChangeWriter
}

export function reloadServers({ store, registry, writer }: ReloadOptions): Promise<void> {
  return writer.takeIn(async () => {
    const [projects, rows, toggles] = await Promise.all([
      store.projects.list(),
      store.servers.list(),
      store.servers.toggles(),
    ])
    const known = registry.projects().filter(({ file }) => file === null)
    const ids = new Set(known.map(({ id }) => id))
    const servers = registry.rows().flatMap((row) => (ids.has(row.projectId) ? [registry.held(row.slug)] : []))
    const takenSlugs = registry.takenSlugs()
    return storedChanges({ projects: known, servers, takenSlugs }, { projects, rows, toggles })
  })
}

/** Servers of files come into use when their file is read. */
export async function storedAtStart({ projects, servers }: ReloadOptions['store']): Promise<Change[]> {
  const [known, rows, toggles, listings] = await Promise.all([
    projects.list(),
    servers.list(),
    servers.toggles(),
    servers.listings(),
  ])
  const used = known.filter(({ file }) => file === null)
  const ids = new Set(used.map(({ id }) => id))
  return [
    ...used.map((project): Change => ({ kind: 'addProject', project })),
    ...rows
      .filter(({ projectId }) => ids.has(projectId))
      .map((row): Change => {
        const switchedOff = toggles.get(row.id) ?? new Set()
        return { kind: 'useServer', row, switchedOff, before: null, listings: listings.get(row.id) ?? null }
      }),
  ]
}
