/** The routes of hosted servers. */
import { implement } from '@orpc/server'
import { contract } from '#contract/contract'
import { AppError } from '#contract/errors'
import type { Engine } from '#engine/createEngine'
import type { HostFacts } from '#engine/handlers/hostFacts'

export function hostingHandlers({ hosting }: Engine, host: HostFacts) {
  const os = implement(contract.hosting)
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
    backupAddress: os.backupAddress.handler(async ({ input: { name } }) => {
      const volumes = await hosting.volumes()
      if (!volumes.some((volume) => volume.name === name))
        throw new AppError('NOT_FOUND', `There is no volume ${name}.`, { data: { name } })
      return { url: host.backupAddress(name) }
    }),
    runtimes: os.runtimes.handler(() => hosting.runtimes()),
  })
}
