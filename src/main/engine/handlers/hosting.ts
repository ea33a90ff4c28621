/** The routes of hosted servers. */
import { implement } from '@orpc/server'
import { hosting as routes } from '#contract/routes/hosting'
import type { HostingService } from '#engine/hosting/hostingService'

export function hostingHandlers({ hosting }: { readonly hosting: HostingService }) {
  const os = implement(routes)
  return os.router({
    register: os.register.handler(({ input }) => hosting.register(input)),
    list: os.list.handler(() => hosting.list()),
    get: os.get.handler(({ input }) => hosting.get(input.id)),
    call: os.call.handler(async ({ input: { id, method, params }, signal }) => ({
      result: await hosting.call(id, method, params, signal),
    })),
    restart: os.restart.handler(({ input }) => hosting.restart(input.id)),
    remove: os.remove.handler(async ({ input: { params, query } }) => {
      await hosting.remove(params.id, query.volumes)
      return {}
    }),
    restore: os.restore.handler(({ input }) => hosting.restore(input.id)),
    logs: os.logs.handler(({ input: { id, tail } }) => hosting.logs(id, tail)),
    history: os.history.handler(({ input }) => hosting.history(input.id)),
    volumes: os.volumes.handler(() => hosting.volumes()),
    removeVolume: os.removeVolume.handler(async ({ input }) => {
      await hosting.removeVolume(input.name)
      return {}
    }),
    runtimes: os.runtimes.handler(() => hosting.runtimes()),
  })
}
