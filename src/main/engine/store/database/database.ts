/** What the store needs from a database. Two files implement it, and no other code knows which one is used. */
import type { Kysely } from 'kysely'
import type { Ddl } from '#engine/store/migrations/migration'
import type { TableRows } from '#engine/store/database/tableRows'
import type { Tables } from '#engine/store/database/tables'

/** What engines cache of the data they may share, grouped by what must be read again together. */
export const sharedSubjects = ['access', 'decisions', 'servers', 'settings', 'vault', 'version'] as const
export type SharedSubject = (typeof sharedSubjects)[number]

/** A database that was found, but not yet written to. */
export interface DatabaseSource {
  /** Its name in messages. */
  readonly title: string
  /** The names of the applied migrations. Leaves the database unchanged, byte for byte. */
  appliedMigrations(): Promise<readonly string[]>
  open(): Promise<StoreDatabase>
  /** For a source that was never opened. */
  close(): Promise<void>
}

/** What some migrations together leave behind in an empty database. */
export interface NewTables {
  /** Their names, from the first one on. */
  readonly migrations: readonly string[]
  /** Inside the transaction of a migration. */
  create(): void
}

export interface StoreDatabase {
  readonly kysely: Kysely<Tables>
  readonly ddl: Ddl
  /** Instead of running the first migrations one after another; null if the database is not empty, or has no such way. */
  readonly newTables: NewTables | null
  /** Inside the transaction of a migration: keeps other engines out until it ends, and creates the schema. */
  beginMigration(transaction: Kysely<Tables>): Promise<void>
  /** Many rows in one transaction; an embedded database writes them in its own thread. Queries meanwhile wait. */
  writeRows(tables: readonly TableRows[]): Promise<void>
  /** Makes a copy; returns its path, or null if backups are the database owner's task. */
  backUp(label: string): Promise<string | null>
  /** The name of the unique constraint that rejected a statement. */
  brokenUnique(thrown: unknown): string | null
  /** Whether a foreign key rejected a statement. */
  isBrokenReference(thrown: unknown): boolean
  /** Reports changes by other engines, from soon on; does nothing if there can be no others. */
  onChangedElsewhere(listener: (subject: SharedSubject) => void): void
  close(): Promise<void>
}
