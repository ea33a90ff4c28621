/** What a host supplies to the engine. The engine gets time, ids, secrets and folders only from here. */

import type { Provider } from '#engine/hosting/provider'

export interface Clock {
  /** The time of day in epoch milliseconds, for display and storage. It jumps when the time is set. */
  now(): number
  /** A monotonic time in milliseconds, for limits and durations. It stands still while the machine is asleep. */
  elapsed(): number
  /** Runs `callback` once after `delayMs` of elapsed time. The timer never keeps the process alive. */
  after(delayMs: number, callback: () => void): Timer
}

export interface Timer {
  cancel(): void
}

/** A structured log. Field values and messages are redacted before they are written. */
export interface Log {
  debug(fields: LogFields, message: string): void
  info(fields: LogFields, message: string): void
  warn(fields: LogFields, message: string): void
  error(fields: LogFields, message: string): void
  child(fields: LogFields): Log
}
export type LogFields = Readonly<Record<string, unknown>>

/** Where secrets are stored. Every method rejects with `VAULT_UNAVAILABLE` if the machine has no vault. */
export interface Vault {
  get(name: string): Promise<string | null>
  set(name: string, value: string): Promise<void>
  remove(name: string): Promise<void>
}

/** Removes secrets from text. An added value is hidden from then on, wherever the redactor is used. */
export interface Redactor {
  add(secret: string): void
  redact(text: string): string
}

export interface Paths {
  /** The folder with everything this engine stores. */
  readonly dataFolder: string
  /** How to run the reaper, as a plain Node process. */
  readonly reaper: {
    readonly command: string
    /** The reaper's source text, which needs no other file, because files may be gone by the time it runs. */
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
  /** This engine's own vault. */
  readonly vault: Vault
  /** Opens the vault that engines on one database share. Null: this engine does not use it. */
  readonly sharedVaultKey: string | null
  /** Whether vaults are read-only: existing values are used, and none are stored. */
  readonly holdVaults?: boolean
  readonly redactor: Redactor
  readonly paths: Paths
  /** How to run the command of this installation, for a server that is a part of it. */
  readonly ownCommand: {
    readonly command: string
    readonly args: readonly string[]
    readonly env: Readonly<Record<string, string>>
  }
  readonly makeId: MakeId
  readonly random: Random
  /** The engine's own environment. Servers inherit a safe part of it. */
  readonly environment: Readonly<Record<string, string | undefined>>
  /** The shell to ask for the servers' PATH, because the engine's own may be shorter. Null: no shell is asked. */
  readonly loginShell: string | null
  /** Whether every launch, even one from a configuration file, may use the engine's environment with `${env:NAME}`. */
  readonly allowEnvironment: boolean
  /** Whether servers start only when they are used, and not even once to list their tools. */
  readonly startServersOnUse?: boolean
  /** Switchboard's own version, as reported to servers and clients. */
  readonly version: string
  /** The container runtimes. Absent: those on this machine. */
  readonly containerProviders?: readonly Provider[]
  /** A shared database. Null: the store is a file in the data folder. */
  readonly databaseUrl: string | null
}
