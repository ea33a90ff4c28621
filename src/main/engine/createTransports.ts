/** How an engine opens each kind of launch. */
import type { ProcessKeeper } from '#engine/connections/processes/processKeeper'
import { openByKind, type OpenTransport } from '#engine/connections/transport'
import { remoteOpeners } from '#engine/connections/transports/remoteOpeners'
import { createStdioTransportOpener } from '#engine/connections/transports/stdioTransport'
import type { Hosting } from '#engine/createHosting'
import type { Ports } from '#engine/ports'

export function createTransports(ports: Ports, keeper: ProcessKeeper, hosting: Hosting): OpenTransport {
  const remote = remoteOpeners(ports)
  return openByKind({
    stdio: createStdioTransportOpener({ keeper, clock: ports.clock }),
    ...remote,
    container: hosting.opener(remote.http),
  })
}
