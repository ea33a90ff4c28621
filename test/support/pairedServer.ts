/** Returns a server as the first of its projects has it. */
import type { ServerRegistry } from '#engine/registry/serverRegistry'
import type { SwitchedServer } from '#engine/store/servers/change'

export function pairedServer(registry: ServerRegistry, slug: string): SwitchedServer {
  const [first] = registry.wholeOf(slug).pairs
  const server = first === undefined ? null : registry.inProject(slug, first.pair.projectId)
  if (server === null) throw new Error(`${slug} is in no project`)
  return server
}
