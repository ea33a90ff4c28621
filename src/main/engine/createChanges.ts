/**
 * Creates the parts through which people change projects and servers. Each part plans changes, and a single writer
 * carries them out.
 */
import type { Clock, MakeId } from '#engine/ports'
import type { ChangeWriter } from '#engine/registry/changes/changeWriter'
import { PairChanges } from '#engine/registry/changes/pairChanges'
import { ProjectChanges } from '#engine/registry/changes/projectChanges'
import { ServerChanges } from '#engine/registry/changes/serverChanges'
import { type ImportsOptions, ServerImports } from '#engine/registry/changes/serverImports'
import type { ServerRegistry } from '#engine/registry/serverRegistry'
import type { SecretKeeper } from '#engine/secrets/receivedSecrets'
import type { Store } from '#engine/store/openStore'

export interface ChangesParts extends SecretKeeper {
  readonly store: Pick<Store, 'products'>
  readonly registry: ServerRegistry
  readonly writer: ChangeWriter
  readonly environment: ImportsOptions['environment']
  readonly clock: Clock
  readonly makeId: MakeId
}

export interface Changes {
  readonly servers: ServerChanges
  readonly projects: ProjectChanges
  readonly pairs: PairChanges
  readonly imports: ServerImports
}

export function createChanges({ store: { products }, ...parts }: ChangesParts): Changes {
  const servers = new ServerChanges(parts)
  return {
    servers,
    projects: new ProjectChanges({ ...parts, products }),
    pairs: new PairChanges(parts),
    imports: new ServerImports({ ...parts, servers }),
  }
}
