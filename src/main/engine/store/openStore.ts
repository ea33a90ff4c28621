/** Opens the store, brought up to date: a file in the data folder, or a shared database. */
import type { Clock, Log } from '#engine/ports'
import type { ProjectStore } from '#engine/store/projectStore'
import type { ServerStore } from '#engine/store/serverStore'
import type { SettingStore } from '#engine/store/settingStore'

export interface StoreOptions {
  readonly dataFolder: string
  /** A Postgres to use in place of the file. */
  readonly databaseUrl: string | null
  readonly log: Log
  readonly clock: Clock
}

export interface Store {
  readonly projects: ProjectStore
  readonly servers: ServerStore
  readonly settings: SettingStore
  /** Idempotent. */
  close(): Promise<void>
}

/** Rejects with `STORE_TOO_NEW` or `STORE_UNREADABLE`; the message says what to do. */
export type OpenStore = (options: StoreOptions) => Promise<Store>
