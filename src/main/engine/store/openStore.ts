/** Opens the store, in the data folder or in a shared Postgres, and migrates its tables to this version. */
import type { Clock, Log } from '#engine/ports'
import { SetAside } from '#engine/store/setAside'
import { type AccessStore, createAccessStore } from '#engine/store/accessStore'
import { type CallStore, createCallStore } from '#engine/store/calls/callStore'
import { type ChangeStore, createChangeStore } from '#engine/store/servers/changeStore'
import { type ChatStore, createChatStore } from '#engine/store/chat/chatStore'
import type { DatabaseSource, SharedSubject } from '#engine/store/database/database'
import { createDecisionStore, type DecisionStore } from '#engine/store/decisionStore'
import { openMigrated, refuseNewer } from '#engine/store/database/migrate'
import type { Migration } from '#engine/store/migrations/migration'
import { migrations as allMigrations } from '#engine/store/migrations/migrations'
import { createProductStore, type ProductStore } from '#engine/store/servers/productStore'
import { createProjectStore, type ProjectStore } from '#engine/store/servers/projectStore'
import { createSecretStore, type SecretStore } from '#engine/store/secretStore'
import { createServerStore, type ServerStore } from '#engine/store/servers/serverStore'
import { createSignInStore, type SignInStore } from '#engine/store/signInStore'
import { createSettingStore, type SettingStore } from '#engine/store/settingStore'
import { createWorkspaceStore, type WorkspaceStore } from '#engine/store/servers/workspaceStore'
import { createVaultItemStore, type VaultItemStore } from '#engine/store/vaultItemStore'

export interface StoreOptions {
  readonly dataFolder: string
  /** The address of a Postgres to use instead of the file; null: none. */
  readonly databaseUrl: string | null
  readonly log: Log
  readonly clock: Clock
  /** The engine that gets the first lease on each hosted server added here. Default: none. */
  readonly leaseOwner?: string
  /** Default: this version's migrations. */
  readonly migrations?: readonly Migration[]
}

export interface Store {
  readonly changes: ChangeStore
  readonly projects: ProjectStore
  readonly servers: ServerStore
  readonly secrets: SecretStore
  readonly vaultItems: VaultItemStore
  readonly workspaces: WorkspaceStore
  readonly signIns: SignInStore
  readonly settings: SettingStore
  readonly calls: CallStore
  readonly products: ProductStore
  readonly decisions: DecisionStore
  readonly access: AccessStore
  readonly chat: ChatStore
  /**
   * Reports changes by other engines to data that this engine caches. Call it once, when everything can be read again.
   */
  onChangedElsewhere(listener: (subject: SharedSubject) => void): void
  /** Rejects with `STORE_TOO_NEW` if a newer version has changed the tables since they were opened. */
  refuseNewer(): Promise<void>
  /** Idempotent. */
  close(): Promise<void>
}

/** Rejects with `STORE_TOO_NEW` or `STORE_UNREADABLE`. The message says what to do. */
export async function openStore(options: StoreOptions): Promise<Store> {
  const { clock, log, leaseOwner = null, migrations = allMigrations } = options
  const source = await findSource(options)
  const database = await openMigrated({ source, migrations, clock, log })
  return {
    changes: createChangeStore(database, { clock, leaseOwner }),
    projects: createProjectStore(database),
    servers: createServerStore(database, log),
    secrets: createSecretStore(database),
    vaultItems: createVaultItemStore(database),
    workspaces: createWorkspaceStore(database),
    signIns: createSignInStore(database),
    settings: createSettingStore(database),
    calls: createCallStore(database),
    products: createProductStore(database),
    decisions: createDecisionStore(database),
    access: createAccessStore(database),
    chat: createChatStore(database),
    onChangedElsewhere: (listener) => database.onChangedElsewhere(listener),
    refuseNewer: () => refuseNewer(database, source.title, migrations),
    close: () => database.close(),
  }
}

/** Loads only the driver that is used. */
async function findSource({ dataFolder, databaseUrl, log, clock }: StoreOptions): Promise<DatabaseSource> {
  if (databaseUrl !== null) {
    const { postgresSource } = await import('#engine/store/database/postgresDatabase')
    return postgresSource(databaseUrl, { log, clock })
  }
  const { sqliteSource } = await import('#engine/store/database/sqliteDatabase')
  return sqliteSource(dataFolder, new SetAside({ dataFolder, clock, log }))
}
