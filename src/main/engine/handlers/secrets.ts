/** The routes for secrets. */
import { implement } from '@orpc/server'
import { contract } from '#contract/contract'
import type { Engine } from '#engine/createEngine'
import { tellChange } from '#engine/handlers/tellChange'

export function secretHandlers({ secrets, events }: Engine) {
  const os = implement(contract.secrets).use(tellChange(events, 'secrets'))
  return os.router({
    list: os.list.handler(({ input }) => secrets.list(input)),
    set: os.set.handler(async ({ input: { name, value, ...owner } }) => {
      await secrets.set(owner, name, value)
      return {}
    }),
    remove: os.remove.handler(async ({ input: { name, ...owner } }) => {
      await secrets.remove(owner, name)
      return {}
    }),
    vault: os.vault.handler(() => secrets.vault()),
    permissions: os.permissions.handler(() => secrets.permissions()),
    allowFile: os.allowFile.handler(async ({ input: { file, projectId, allowed } }) => {
      await secrets.allowFile(file, projectId, allowed)
      return {}
    }),
    allowEnvironment: os.allowEnvironment.handler(async ({ input }) => {
      await secrets.allowEnvironment(input.allowed)
      return {}
    }),
  })
}
