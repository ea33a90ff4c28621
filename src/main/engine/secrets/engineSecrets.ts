/** Creates an engine's vaults and the parts that work with secrets. */
import type { Ports } from '#engine/ports'
import { createEnvironmentPermission, type EnvironmentPermission } from '#engine/secrets/environmentPermission'
import { createEngineVaults, type EngineVaults } from '#engine/secrets/engineVaults'
import { createLaunchFiller, type FillLaunch } from '#engine/secrets/launchFiller'
import { findLeftSecrets, removeLeftSecrets } from '#engine/secrets/leftSecrets'
import { ProjectSecrets } from '#engine/secrets/projectSecrets'
import { createSecretKeeper, type SecretKeeper } from '#engine/secrets/receivedSecrets'
import type { SecretRow } from '#engine/store/secretStore'
import type { Store } from '#engine/store/openStore'

export interface EngineSecrets extends SecretKeeper {
  readonly vaults: EngineVaults
  readonly secrets: ProjectSecrets
  readonly permission: EnvironmentPermission
  readonly fillLaunch: FillLaunch
  /** Finds secrets in the vault whose servers or projects are gone. Never rejects. */
  findLeft(): Promise<readonly SecretRow[]>
  /** Removes the secrets that `findLeft` found. Never rejects: what cannot be removed now is found again later. */
  removeLeft(left: readonly SecretRow[]): Promise<void>
}

export function createEngineSecrets(ports: Ports, store: Store): EngineSecrets {
  const { clock, log, redactor, environment, databaseUrl } = ports
  const vaults = createEngineVaults(ports, store.vaultItems)
  const secrets = new ProjectSecrets({ vaults, store: store.secrets, clock, redactor })
  const permission = createEnvironmentPermission(store.settings, ports.allowEnvironment)
  const { title: vaultTitle } = vaults
  const neighbours = { servers: store.servers, projects: store.projects, clock, log, isShared: databaseUrl !== null }
  return {
    vaults,
    secrets,
    permission,
    fillLaunch: createLaunchFiller({
      secrets,
      permission,
      projects: store.projects,
      environment,
      redactor,
      vaultTitle,
    }),
    ...createSecretKeeper(secrets, log),
    findLeft: () => findLeftSecrets(secrets, neighbours),
    removeLeft: (left) => removeLeftSecrets(left, secrets, clock, log),
  }
}
