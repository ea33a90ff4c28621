/** The routes for stored decisions. */
import { implement } from '@orpc/server'
import { contract } from '#contract/contract'
import type { Engine } from '#engine/createEngine'

export function decisionHandlers({ decisions }: Engine) {
  const os = implement(contract.decisions)
  return os.router({
    list: os.list.handler(() => decisions.list()),
    remove: os.remove.handler(async ({ input }) => {
      await decisions.remove(input.id)
      return {}
    }),
    restore: os.restore.handler(({ input }) => decisions.restore(input.id)),
  })
}
