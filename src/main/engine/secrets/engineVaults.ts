/** Decides which vault an engine uses for which purpose, and describes it for people. */
import { messageOf } from '#contract/errors'
import type { VaultSnapshot } from '#contract/secret'
import type { Ports, Vault } from '#engine/ports'
import { readOnlyVault } from '#engine/secrets/openVault'
import { createSharedVault, type SharedVault } from '#engine/secrets/vaults/sharedVault'
import type { VaultItemStore } from '#engine/store/vaultItemStore'

export interface EngineVaults {
  /** The vault for values that the store refers to: projects' secrets, and the model source's key. */
  readonly ofStore: Vault
  /** The vault for the secrets of configuration files, whose paths are valid only on this machine. */
  readonly ofFiles: Vault
  /** The shared vault; null if this engine does not use one. */
  readonly shared: SharedVault | null
  /** The name of `ofStore` in messages about a missing secret. */
  readonly title: string
  /** Never rejects. */
  state(): Promise<VaultSnapshot>
}

const titles = {
  own: 'the vault',
  apart: 'the vault of this engine, which it does not share with the other engines on its database',
  shared: 'the vault shared by the engines on this database',
}

const apartNote =
  'Secrets are only in this engine’s vault. To share them with the other engines on its database, start each of them ' +
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
