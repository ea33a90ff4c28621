/** The vault on the keychain of the operating system. What it cannot keep there it refuses; it has no second place. */
import { AppError, messageOf } from '#contract/errors'
import type { Clock, Vault } from '#engine/ports'
import { within } from '#engine/structures/waits'

const service = 'Switchboard'
/** Long enough for a person to answer a request to unlock, short enough that nothing waits for ever. */
const answerTimeoutMs = 120_000

/** One item of a keychain. */
export interface KeychainEntry {
  getPassword(): Promise<string | null>
  setPassword(value: string): Promise<void>
  deletePassword(): Promise<boolean>
}

export interface KeychainVaultOptions {
  /** May throw: what opens entries is native, and may not load on this machine. */
  readonly openEntry: (service: string, name: string) => Promise<KeychainEntry>
  /** What a person can do when the keychain does not work. */
  readonly advice: string
  readonly clock: Clock
}

export function createKeychainVault({ openEntry, advice, clock }: KeychainVaultOptions): Vault {
  async function ask<T>(name: string, question: (entry: KeychainEntry) => Promise<T>): Promise<T> {
    try {
      return await within(clock, answerTimeoutMs, openEntry(service, name).then(question), 'it does not answer')
    } catch (error) {
      throw new AppError(
        'VAULT_UNAVAILABLE',
        `The keychain of this machine cannot be used: ${messageOf(error)}. ${advice}`,
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
