/** Takes in what another engine on the same database has made of projects, servers and toggles. */
import type { EngineEvent } from '#contract/events'
import type { ServerRegistry } from '#engine/registry/serverRegistry'
import { storedChanges } from '#engine/registry/storedChanges'
import type { Store } from '#engine/store/openStore'

export interface ReloadOptions {
  readonly store: Pick<Store, 'projects' | 'servers'>
  readonly registry: Pick<
    ServerRegistry,
    'projects' | 'projectSnapshot' | 'adoptProject' | 'forgetProject' | 'rows' | 'held' | 'takenSlugs' | 'changeMany'
  >
  readonly publish: (event: EngineEvent) => void
}

export async function reloadServers({ store, registry, publish }: ReloadOptions): Promise<void> {
  let gone: readonly string[] = []
  await registry.changeMany(async () => {
    const [projects, rows, toggles] = await Promise.all([
      store.projects.list(),
      store.servers.list(),
      store.servers.toggles(),
    ])
    const known = registry.projects().filter(({ file }) => file === null)
    const ids = new Set(known.map(({ id }) => id))
    const servers = registry.rows().flatMap((row) => (ids.has(row.projectId) ? [registry.held(row.slug)] : []))
    const takenSlugs = registry.takenSlugs()
    const changes = storedChanges({ projects: known, servers, takenSlugs }, { projects, rows, toggles })
    for (const project of changes.changedProjects) {
      registry.adoptProject(project)
      publish({ type: 'project.changed', project: registry.projectSnapshot(project.id) })
    }
    gone = changes.goneProjects
    return changes
  })
  for (const id of gone) {
    registry.forgetProject(id)
    publish({ type: 'project.removed', id })
  }
}
