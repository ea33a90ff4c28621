/** Opens a data folder's vault. The only file that knows the keychain's driver. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { AppError } from '#contract/errors'
import type { Clock, Vault } from '#engine/ports'
import { createFolderVault } from '#engine/secrets/vaults/folderVault'
import { createKeychainVault, type KeychainEntry } from '#engine/secrets/vaults/keychainVault'
import { createSealedFileVault } from '#engine/secrets/vaults/sealedFileVault'

/**
 * Without this option, the driver on Linux might use kernel memory, and secrets would be lost when the machine
 * restarts.
 */
const persistent = { linux: { store: 'secret-service' } } as const

export interface VaultOptions {
  readonly clock: Clock
  readonly dataFolder: string
  /** `SWITCHBOARD_VAULT_KEY`. If set, the sealed file is used even if there is a keychain. */
  readonly key: string | undefined
  readonly platform?: NodeJS.Platform
}

export function openVault({ clock, dataFolder, key = '', platform = process.platform }: VaultOptions): Vault {
  const folder = join(dataFolder, 'vault')
  const sealedFile = join(folder, 'secrets.sealed')
  // A folder with a sealed file keeps using it. Without the key, that file reports the problem, but a keychain would
  // report that there are no secrets.
  if (key !== '' || existsSync(sealedFile)) return createSealedFileVault(sealedFile, key)
  return createFolderVault(createKeychainVault({ openEntry, clock, advice: adviceFor(platform) }), folder)
}

/** A vault that refuses changes, for an engine that stores nothing but uses another data folder's secrets. */
export function readOnlyVault(vault: Vault): Vault {
  const refuse = () =>
    Promise.reject(
      new AppError(
        'VAULT_UNAVAILABLE',
        'With --config nothing is stored. Set secrets without --config, for a data folder.',
      ),
    )
  return { get: (name) => vault.get(name), set: refuse, remove: refuse }
}

async function openEntry(service: string, name: string): Promise<KeychainEntry> {
  const { AsyncEntry } = await import('keytar')
  return new AsyncEntry(service, name, persistent)
}

function adviceFor(platform: NodeJS.Platform): string {
  return `${keychainAdvice(platform)} Or set SWITCHBOARD_VAULT_KEY to a long passphrase, and restart Switchboard: secrets are then stored in a sealed file in the data folder.`
}

function keychainAdvice(platform: NodeJS.Platform): string {
  if (platform === 'darwin') return 'Unlock the login keychain, and allow Switchboard to use it.'
  if (platform === 'win32') return 'Check that the Credential Manager service is running.'
  return 'Start and unlock a keychain (GNOME Keyring, KWallet or KeePassXC) in the session in which Switchboard runs.'
}
