/** Loads projects, servers and switches from the store: at the start, and after another engine has changed them. */
import type { ChangeWriter } from '#engine/registry/changes/changeWriter'
import { storedChanges } from '#engine/registry/changes/storedChanges'
import type { ServerRegistry } from '#engine/registry/serverRegistry'
import type { Change, WholeServer } from '#engine/store/servers/change'
import type { Store } from '#engine/store/openStore'
import { isFileProject } from '#engine/store/servers/projectStore'

export interface ReloadOptions {
  readonly store: Pick<Store, 'projects' | 'servers'>
  readonly registry: Pick<ServerRegistry, 'projects' | 'whole' | 'takenSlugs'>
  readonly writer: ChangeWriter
}

export function reloadServers({ store, registry, writer }: ReloadOptions): Promise<void> {
  return writer.takeIn(async () => {
    const [projects, servers] = await Promise.all([store.projects.list(), store.servers.list()])
    const known = {
      projects: registry.projects().filter(({ file }) => file === null),
      servers: registry.whole().filter((server) => !isOfFile(server)),
      takenSlugs: registry.takenSlugs(),
    }
    return storedChanges(known, { projects, servers })
  })
}

/**
 * Returns the stored projects and servers as changes. Those from files are left out: they are added when their file is
 * read.
 */
export async function storedAtStart({ projects, servers }: ReloadOptions['store']): Promise<Change[]> {
  const [known, all, seen] = await Promise.all([projects.list(), servers.list(), servers.seen()])
  return [
    ...known.filter(({ file }) => file === null).map((project): Change => ({ kind: 'addProject', project })),
    ...all
      .filter((server) => !isOfFile(server))
      .map((server): Change => ({
        kind: 'useServer',
        ...server,
        before: null,
        seen: seen.get(server.definition.id) ?? new Map(),
      })),
  ]
}

function isOfFile({ pairs }: WholeServer): boolean {
  return pairs.some(({ pair }) => isFileProject(pair.projectId))
}
