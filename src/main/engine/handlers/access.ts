/** The routes for outside clients and their tokens. */
import { implement } from '@orpc/server'
import { contract } from '#contract/contract'
import type { Engine } from '#engine/createEngine'

export function accessHandlers({ access }: Engine) {
  const os = implement(contract.access)
  return os.router({
    list: os.list.handler(() => access.list()),
    create: os.create.handler(({ input }) => access.create(input)),
    update: os.update.handler(({ input }) => access.update(input)),
    remove: os.remove.handler(async ({ input }) => {
      await access.remove(input.id)
      return {}
    }),
    tools: os.tools.handler(({ input }) => access.tools(input.id)),
    createToken: os.createToken.handler(({ input }) => access.createToken(input.id)),
    revokeToken: os.revokeToken.handler(async ({ input }) => {
      await access.revokeToken(input.id)
      return {}
    }),
  })
}
