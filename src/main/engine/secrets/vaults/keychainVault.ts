/** The vault in the operating system's keychain. A value that it cannot store is refused: there is no fallback. */
import { AppError, messageOf } from '#contract/errors'
import type { Clock, Vault } from '#engine/ports'
import { within } from '#engine/structures/waits'

const service = 'Switchboard'
/** How long the keychain may take: long enough for a person to answer an unlock prompt, but not forever. */
const answerTimeoutMs = 120_000

/** One item in a keychain. */
export interface KeychainEntry {
  getPassword(): Promise<string | null>
  setPassword(value: string): Promise<void>
  deletePassword(): Promise<boolean>
}

export interface KeychainVaultOptions {
  /** May reject, because the driver is native and may not load on this machine. */
  readonly openEntry: (service: string, name: string) => Promise<KeychainEntry>
  /** What a person can do if the keychain does not work. */
  readonly advice: string
  readonly clock: Clock
}

export function createKeychainVault({ openEntry, advice, clock }: KeychainVaultOptions): Vault {
  async function ask<T>(name: string, question: (entry: KeychainEntry) => Promise<T>): Promise<T> {
    try {
      return await within(clock, answerTimeoutMs, openEntry(service, name).then(question), 'it does not respond')
    } catch (error) {
      throw new AppError(
        'VAULT_UNAVAILABLE',
        `The keychain of this machine is not available: ${messageOf(error)}. ${advice}`,
        { cause: error },
      )
    }
  }
  return {
    get: (name) => ask(name, (entry) => entry.getPassword()),
    set: (name, value) => ask(name, (entry) => entry.setPassword(value)),
    async remove(name) {
      await ask(name, (entry) => entry.deletePassword())
    },
  }
}
