/** Opens the engine's transport for each kind of launch. */
import type { ProcessKeeper } from '#engine/connections/processes/processKeeper'
import { openByKind, type OpenTransport } from '#engine/connections/transport'
import type { CredentialsFor } from '#engine/connections/transports/credentials'
import { remoteOpeners } from '#engine/connections/transports/remoteOpeners'
import { createStdioTransportOpener } from '#engine/connections/transports/stdioTransport'
import type { Hosting } from '#engine/createHosting'
import type { Ports } from '#engine/ports'

export interface TransportParts {
  readonly keeper: ProcessKeeper
  readonly hosting: Hosting
  readonly credentialsFor: CredentialsFor
}

export function createTransports(ports: Ports, { keeper, hosting, credentialsFor }: TransportParts): OpenTransport {
  const remote = remoteOpeners({ ...ports, credentialsFor })
  return openByKind({
    stdio: createStdioTransportOpener({ keeper, clock: ports.clock }),
    ...remote,
    container: hosting.opener(remote.http),
  })
}
