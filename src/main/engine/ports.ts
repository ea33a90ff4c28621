/** What a host supplies to the engine. The engine reaches time, ids, secrets and folders through these alone. */

import type { Provider } from '#engine/hosting/provider'

export interface Clock {
  /** Epoch milliseconds, for what is shown and kept. It jumps when the time is set. */
  now(): number
  /** Milliseconds for whatever has a limit or a length. They never jump, and stand still while the machine sleeps. */
  elapsed(): number
  /** Runs `callback` once after `delayMs` of them; the timer never keeps the process alive. */
  after(delayMs: number, callback: () => void): Timer
}

export interface Timer {
  cancel(): void
}

/** A structured log. Field values and messages are redacted before they are written anywhere. */
export interface Log {
  debug(fields: LogFields, message: string): void
  info(fields: LogFields, message: string): void
  warn(fields: LogFields, message: string): void
  error(fields: LogFields, message: string): void
  child(fields: LogFields): Log
}
export type LogFields = Readonly<Record<string, unknown>>

/** Where secrets live. Every method rejects with `VAULT_UNAVAILABLE` where the machine has no vault. */
export interface Vault {
  get(name: string): Promise<string | null>
  set(name: string, value: string): Promise<void>
  remove(name: string): Promise<void>
}

/** Takes secrets out of text. What is added is hidden wherever the redactor is used from then on. */
export interface Redactor {
  add(secret: string): void
  redact(text: string): string
}

export interface Paths {
  /** The folder that holds everything this engine keeps. */
  readonly dataFolder: string
  /** How the reaper is run, as a plain Node process. */
  readonly reaper: {
    readonly command: string
    /** Its text, which needs no other file: those may be gone by the time it runs. */
    readonly program: () => string
    readonly env: Readonly<Record<string, string>>
  }
}

export type MakeId = () => string
/** A number in [0, 1), for jitter. */
export type Random = () => number

export interface Ports {
  readonly clock: Clock
  readonly log: Log
  /** Of this engine alone. */
  readonly vault: Vault
  /** Opens the vault that engines on one database share; null: this engine has no part in it. */
  readonly sharedVaultKey: string | null
  /** Nothing is kept in a vault: what is there is used as it is. */
  readonly holdVaults?: boolean
  readonly redactor: Redactor
  readonly paths: Paths
  readonly makeId: MakeId
  readonly random: Random
  /** The engine's own environment, of which servers inherit a safe part. */
  readonly environment: Readonly<Record<string, string | undefined>>
  /** The shell that is asked for the PATH of servers, where the engine's own may be shorter; null where it is not. */
  readonly loginShell: string | null
  /** Whether every launch may use the engine's environment by `${env:NAME}`, also that of a configuration file. */
  readonly allowEnvironment: boolean
  /** No server is started before somebody uses it, not even to see its tools once. */
  readonly holdServers?: boolean
  /** Of Switchboard itself, as servers and clients are told. */
  readonly version: string
  /** The runtimes for containers. Absent: those of this machine. */
  readonly containerProviders?: readonly Provider[]
  /** A shared database; without it the store is a file in the data folder. */
  readonly databaseUrl: string | null
}
