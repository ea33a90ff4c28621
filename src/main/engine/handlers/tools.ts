/** The routes of tools, and of calling one by hand. */
import { implement } from '@orpc/server'
import { contract } from '#contract/contract'
import type { Engine } from '#engine/createEngine'
import type { Scope } from '#engine/registry/scope'
import type { Caller } from '#engine/router/call'
import { Cancellation } from '#engine/router/cancellation'

const everything: Scope = { kind: 'all' }
const person: Caller = {
  key: 'person',
  capabilities: {},
  ask: null,
  identity: { kind: 'person', name: null, version: null, hasSession: false },
}

export function toolHandlers({ registry, router }: Engine) {
  const os = implement(contract.tools)
  return os.router({
    list: os.list.handler(({ input }) => registry.tools(input.server)),
    listed: os.listed.handler(async () => {
      await registry.use(everything)
      return [...(registry.view(everything)?.tools ?? [])]
    }),
    setEnabled: os.setEnabled.handler(async ({ input }) => {
      await registry.setToolsEnabled(input.server, input.names, input.enabled)
      return {}
    }),
    call: os.call.handler(({ input, signal }) =>
      router.callTool(everything, { params: input, caller: person, cancellation: Cancellation.of(signal) }),
    ),
  })
}
