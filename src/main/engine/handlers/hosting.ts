/** The routes for hosted servers. */
import { implement } from '@orpc/server'
import { contract } from '#contract/contract'
import { AppError } from '#contract/errors'
import type { Engine } from '#engine/createEngine'
import type { CallContext } from '#engine/access/grant'
import { hostedCallerOf } from '#engine/handlers/hostedCaller'
import type { HostFacts } from '#engine/handlers/hostFacts'

export function hostingHandlers({ hosting }: Engine, host: HostFacts) {
  const os = implement(contract.hosting).$context<CallContext>()
  return os.router({
    register: os.register.handler(({ input }) => hosting.register(input)),
    list: os.list.handler(() => hosting.list()),
    get: os.get.handler(({ input }) => hosting.get(input.id)),
    call: os.call.handler(async ({ input: { id, ...request }, context: { grant }, signal }) => ({
      result: await hosting.call(id, request, grant === undefined ? null : hostedCallerOf(grant), signal),
    })),
    restart: os.restart.handler(({ input }) => hosting.restart(input.id)),
    previewPackage: os.previewPackage.handler(({ input }) => hosting.packages.preview(input)),
    addPackage: os.addPackage.handler(({ input }) => hosting.addPackage(input)),
    packageUpdates: os.packageUpdates.handler(() => hosting.packageUpdates()),
    previewIsolation: os.previewIsolation.handler(({ input }) => hosting.packages.previewIsolation(input.slug)),
    isolate: os.isolate.handler(({ input: { slug, asked } }) => hosting.isolate(slug, asked)),
    release: os.release.handler(async ({ input }) => {
      await hosting.release(input.id)
      return {}
    }),
    setup: os.setup.handler(({ input }) => hosting.setup(input.id)),
    previewChange: os.previewChange.handler(({ input: { id, change } }) => hosting.previewChange(id, change)),
    change: os.change.handler(({ input: { id, change } }) => hosting.change(id, change)),
    undoChange: os.undoChange.handler(({ input }) => hosting.undoChange(input.id)),
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
        throw new AppError('NOT_FOUND', `Volume ${name} does not exist.`, { data: { name } })
      return { url: host.backupAddress(name) }
    }),
    runtimes: os.runtimes.handler(() => hosting.runtimes()),
  })
}
