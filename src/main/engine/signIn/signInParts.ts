/** What all sign-ins of an engine share. */
import type { ExchangeParts } from '#engine/net/httpExchange'
import type { Clock, Log, Random, Redactor, Vault } from '#engine/ports'
import type { SignInServer } from '#engine/signIn/flow/flowContext'
import type { SignInStore } from '#engine/store/signInStore'

export type { SignInServer }

export interface SignInsOptions {
  readonly vault: Vault
  /** Whether all engines on the database share the vault, and with it the sign-ins. */
  readonly sharedVault: boolean
  readonly store: SignInStore
  /** This engine's key. */
  readonly engine: string
  /** Rejects with `NOT_FOUND` or `SECRET_MISSING`. */
  readonly serverOf: (account: string) => Promise<SignInServer>
  /** The parts of the HTTP exchange, loaded at first use, because they also load everything for TLS. */
  readonly exchangeParts: () => Promise<ExchangeParts>
  /** The address of Switchboard's client metadata document; null if there is none. */
  readonly metadataDocument: () => string | null
  readonly redactor: Pick<Redactor, 'add' | 'redact'>
  readonly clock: Clock
  readonly log: Log
  readonly random: Random
  readonly background: { run(what: string, work: () => Promise<unknown>): void }
}
