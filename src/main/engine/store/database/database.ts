/**
 * What the store needs from a database. SQLite and Postgres implement it, and no other code knows which one is used.
 */
import type { Kysely } from 'kysely'
import type { Ddl } from '#engine/store/migrations/migration'
import type { TableRows } from '#engine/store/database/tableRows'
import type { Tables } from '#engine/store/database/tables'

/** The groups of shared data that engines cache. A change to a group means that all of it must be read again. */
export const sharedSubjects = ['access', 'decisions', 'servers', 'settings', 'vault', 'version'] as const
export type SharedSubject = (typeof sharedSubjects)[number]

/** A database that was found but not opened for writing yet. */
export interface DatabaseSource {
  /** The database's name in messages. */
  readonly title: string
  /** The names of the migrations that were applied. Reading them leaves the database unchanged, byte for byte. */
  appliedMigrations(): Promise<readonly string[]>
  open(): Promise<StoreDatabase>
  /** Releases a source that was never opened. */
  close(): Promise<void>
}

/** Creates in one step the tables that the first migrations would create in an empty database. */
export interface NewTables {
  /** The names of the migrations that this replaces, starting with the first. */
  readonly migrations: readonly string[]
  /** Must run inside a migration's transaction. */
  create(): void
}

export interface StoreDatabase {
  readonly kysely: Kysely<Tables>
  readonly ddl: Ddl
  /** Replaces the first migrations. Null if the database is not empty, or is Postgres. */
  readonly newTables: NewTables | null
  /** Runs inside a migration's transaction: keeps other engines out until it ends, and creates the schema. */
  beginMigration(transaction: Kysely<Tables>): Promise<void>
  /** Writes many rows in one transaction. SQLite writes them in a thread of its own, and queries wait meanwhile. */
  writeRows(tables: readonly TableRows[]): Promise<void>
  /** Copies the database and returns the copy's path. Null if backups are the database owner's task. */
  backUp(label: string): Promise<string | null>
  /** The name of the unique constraint that rejected a statement; null if the error is a different one. */
  brokenUnique(thrown: unknown): string | null
  /** Whether a foreign key rejected a statement. */
  isBrokenReference(thrown: unknown): boolean
  /** Begins, in the background, to report changes by other engines. Does nothing if there cannot be any. */
  onChangedElsewhere(listener: (subject: SharedSubject) => void): void
  close(): Promise<void>
}
