/** Carries MCP over the stdin and stdout of a process. */
import type { StdioLaunch } from '#contract/servers/server'
import type { ProcessKeeper } from '#engine/connections/processes/processKeeper'
import type { OpenTransport } from '#engine/connections/transport'
import { connectPipes, type PipedOptions } from '#engine/connections/transports/pipedTransport'

export interface StdioTransportOptions extends PipedOptions {
  readonly keeper: ProcessKeeper
}

export function createStdioTransportOpener(options: StdioTransportOptions): OpenTransport<StdioLaunch> {
  const { keeper } = options
  return async (launch, label, events) => connectPipes(await keeper.spawn({ label, ...launch }), events, options)
}
