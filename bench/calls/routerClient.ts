/**
 * Switchboard's own path for the same call: an engine without a host, whose router is called as the gateway calls it.
 */
import { newServer } from '#contract/servers/server'
import { textOf, type ConnectClient } from '#bench/calls/callClient'
import { enginePorts } from '#bench/machine/enginePorts'
import { createEngine } from '#engine/createEngine'
import type { Scope } from '#engine/registry/catalog/scope'
import type { Caller } from '#engine/router/call'

export const connectRouterClient: ConnectClient = async (serverScript, folder) => {
  const engine = await createEngine(enginePorts(folder))
  const launch = { transport: 'stdio', command: process.execPath, args: [serverScript] } as const
  await engine.servers.add(newServer.parse({ name: 'bench', launch, concurrency: 64 }))
  const scope: Scope = { kind: 'all' }
  const caller: Caller = { key: 'bench', capabilities: {}, ask: null }
  return {
    async call(text) {
      return textOf(await engine.router.callTool(scope, { params: { name: 'echo', arguments: { text } }, caller }))
    },
    close: () => engine.close(),
  }
}
