/** A server as the first of its projects has it. */
import type { ServerRegistry } from '#engine/registry/serverRegistry'
import type { SwitchedServer } from '#engine/store/servers/change'

export function heldServer(registry: ServerRegistry, slug: string): SwitchedServer {
  const [first] = registry.wholeOf(slug).pairs
  const held = first === undefined ? null : registry.inProject(slug, first.pair.projectId)
  if (held === null) throw new Error(`${slug} is in no project`)
  return held
}
