/** The routes of projects. */
import { implement } from '@orpc/server'
import { contract } from '#contract/contract'
import type { Engine } from '#engine/createEngine'
import { namedProject } from '#engine/registry/projects/namedProject'

export function projectHandlers({ registry, projects }: Engine) {
  const os = implement(contract.projects)
  return os.router({
    list: os.list.handler(() => registry.projects().map(({ id }) => registry.projectSnapshot(id))),
    add: os.add.handler(({ input }) => projects.add(input)),
    update: os.update.handler(({ input: { id, ...patch } }) => projects.update(namedProject(registry, id), patch)),
    remove: os.remove.handler(async ({ input }) => {
      await projects.remove(namedProject(registry, input.id))
      return {}
    }),
    restore: os.restore.handler(({ input }) => projects.restore(input.id)),
  })
}
