/** Picks the vault of this machine. The only file that knows the keychain's driver. */
import type { Clock, Vault } from '#engine/ports'
import { createKeychainVault, type KeychainEntry } from '#engine/secrets/keychainVault'

/** Without this, the driver would fall back to kernel memory on Linux, and secrets would be lost with the next start. */
const persistent = { linux: { store: 'secret-service' } } as const

export interface VaultOptions {
  readonly clock: Clock
  readonly platform?: NodeJS.Platform
}

export function openVault({ clock, platform = process.platform }: VaultOptions): Vault {
  return createKeychainVault({ openEntry, clock, advice: adviceFor(platform) })
}

async function openEntry(service: string, name: string): Promise<KeychainEntry> {
  const { AsyncEntry } = await import('keytar')
  return new AsyncEntry(service, name, persistent)
}

function adviceFor(platform: NodeJS.Platform): string {
  switch (platform) {
    case 'darwin':
      return 'Unlock the login keychain, and allow Switchboard to use it.'
    case 'win32':
      return 'Check that the Credential Manager service runs.'
    default:
      return 'Start and unlock a keychain (GNOME Keyring, KWallet or KeePassXC) in the session in which Switchboard runs.'
  }
}
