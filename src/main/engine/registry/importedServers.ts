/** Takes servers over as other programs had them, with the tools that were switched off there. */
import type { NewServer, ServerSnapshot } from '#contract/server'
import type { ServerRegistry } from '#engine/registry/serverRegistry'

export interface ImportedServer {
  readonly server: NewServer
  readonly disabledTools: readonly string[]
}

export async function addImported(
  registry: ServerRegistry,
  servers: readonly ImportedServer[],
  projectId: string,
): Promise<ServerSnapshot[]> {
  const added = []
  for (const { server, disabledTools } of servers) {
    const { slug } = await registry.add({ ...server, projectId })
    if (disabledTools.length > 0) await registry.setToolsEnabled(slug, [...disabledTools], false)
    added.push(registry.get(slug))
  }
  return added
}
