/** The routes for projects, and for the servers in them. */
import { implement } from '@orpc/server'
import { contract } from '#contract/contract'
import { inOrder } from '#contract/projectOrder'
import type { Engine } from '#engine/createEngine'
import { namedProject } from '#engine/registry/projects/namedProject'

export function projectHandlers({ registry, projects, pairs }: Engine) {
  const os = implement(contract.projects)
  const idOf = (idOrName: string) => namedProject(registry, idOrName)
  return os.router({
    list: os.list.handler(() =>
      registry
        .projects()
        .toSorted(inOrder)
        .map(({ id }) => registry.projectSnapshot(id)),
    ),
    add: os.add.handler(({ input }) => projects.add(input)),
    update: os.update.handler(({ input: { id, ...patch } }) => projects.update(idOf(id), patch)),
    remove: os.remove.handler(async ({ input }) => {
      await projects.remove(idOf(input.id))
      return {}
    }),
    restore: os.restore.handler(({ input }) => projects.restore(input.id)),
    duplicate: os.duplicate.handler(({ input }) => projects.duplicate(idOf(input.id), input.name)),
    servers: os.servers.handler(({ input }) => registry.projectServers(idOf(input.id))),
    putServer: os.putServer.handler(({ input: { id, slug, ...wanted } }) => pairs.put(idOf(id), slug, wanted)),
    removeServer: os.removeServer.handler(async ({ input }) => {
      await pairs.remove(idOf(input.id), input.slug)
      return {}
    }),
    restoreServer: os.restoreServer.handler(({ input }) => pairs.restore(idOf(input.id), input.slug)),
    setTools: os.setTools.handler(async ({ input }) => {
      await pairs.setTools(idOf(input.id), input.server, input.names, input.enabled)
      return {}
    }),
    nameTool: os.nameTool.handler(({ input: { id, server, name, ...patch } }) =>
      pairs.nameTool(idOf(id), server, name, patch),
    ),
    matrix: os.matrix.handler(({ input }) => registry.matrix(input.slug)),
  })
}
