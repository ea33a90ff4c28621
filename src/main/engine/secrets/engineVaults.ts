/** Which vault an engine uses for what, and what a person should know of it. */
import { messageOf } from '#contract/errors'
import type { VaultSnapshot } from '#contract/secret'
import type { Ports, Vault } from '#engine/ports'
import { readOnlyVault } from '#engine/secrets/openVault'
import { createSharedVault, type SharedVault } from '#engine/secrets/vaults/sharedVault'
import type { VaultItemStore } from '#engine/store/vaultItemStore'

export interface EngineVaults {
  /** For what the store holds: secrets of projects, and the key of the model source. */
  readonly ofStore: Vault
  /** For configuration files: their paths mean something on this machine alone. */
  readonly ofFiles: Vault
  /** Null where this engine has no part in one. */
  readonly shared: SharedVault | null
  /** What the first of them is called when something is not in it. */
  readonly title: string
  /** Never rejects. */
  state(): Promise<VaultSnapshot>
}

const titles = {
  own: 'the vault',
  apart: 'the vault of this engine, which it does not share with the other engines on its database',
  shared: 'the vault that engines on this database share',
}

const apartNote =
  'Secrets are in the vault of this engine alone. To share them with the other engines on its database, start each of them ' +
  'with the same SWITCHBOARD_VAULT_KEY.'

export function createEngineVaults(ports: Ports, items: VaultItemStore): EngineVaults {
  const { vault, sharedVaultKey, databaseUrl, clock, holdVaults = false } = ports
  if (databaseUrl === null) return ownVaults(vault, 'own', null)
  if (sharedVaultKey === null) return ownVaults(vault, 'apart', apartNote)
  const shared = createSharedVault({ items, passphrase: sharedVaultKey, clock })
  return {
    ofStore: holdVaults ? readOnlyVault(shared) : shared,
    ofFiles: vault,
    shared,
    title: titles.shared,
    state: () =>
      shared.check().then(
        () => ({ kind: 'shared', note: null }),
        (thrown: unknown) => ({ kind: 'closed', note: messageOf(thrown) }),
      ),
  }
}

function ownVaults(vault: Vault, kind: 'own' | 'apart', note: string | null): EngineVaults {
  return { ofStore: vault, ofFiles: vault, shared: null, title: titles[kind], state: async () => ({ kind, note }) }
}
