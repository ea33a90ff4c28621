/** The routes for records of calls. */
import { implement } from '@orpc/server'
import { contract } from '#contract/contract'
import type { Engine } from '#engine/createEngine'
import { soughtProject } from '#engine/registry/projects/namedProject'

export function callHandlers({ records, registry }: Engine) {
  const os = implement(contract.calls)
  return os.router({
    list: os.list.handler(({ input, signal }) => records.list(soughtProject(registry, input), signal)),
    get: os.get.handler(({ input }) => records.get(input.id)),
    read: os.read.handler(({ input }) => records.read(input.id, input.part, input.offset, input.bytes, null)),
  })
}
