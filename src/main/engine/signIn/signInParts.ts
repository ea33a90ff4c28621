/** What every sign-in of an engine works with. */
import type { ExchangeParts } from '#engine/net/httpExchange'
import type { Clock, Log, Random, Redactor, Vault } from '#engine/ports'
import type { SignInServer } from '#engine/signIn/flow/flowContext'
import type { SignInStore } from '#engine/store/signInStore'

export type { SignInServer }

export interface SignInsOptions {
  readonly vault: Vault
  /** Whether all engines on the database share that vault: then they share sign-ins. */
  readonly sharedVault: boolean
  readonly store: SignInStore
  /** The key of this engine. */
  readonly engine: string
  /** Rejects with `NOT_FOUND` or `SECRET_MISSING`. */
  readonly serverOf: (account: string) => Promise<SignInServer>
  /** Loaded at first use, with everything that speaks TLS. */
  readonly exchangeParts: () => Promise<ExchangeParts>
  /** The address of Switchboard's own client metadata document; null: there is none. */
  readonly metadataDocument: () => string | null
  readonly redactor: Pick<Redactor, 'add' | 'redact'>
  readonly clock: Clock
  readonly log: Log
  readonly random: Random
  readonly background: { run(what: string, work: () => Promise<unknown>): void }
}
