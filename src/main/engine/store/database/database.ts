/** What the store needs of a database. Two files fulfil it, and nothing else knows which of them is behind it. */
import type { Kysely } from 'kysely'
import type { Ddl } from '#engine/store/migrations/migration'
import type { TableRows } from '#engine/store/database/tableRows'
import type { Tables } from '#engine/store/database/tables'

/** What engines keep in memory of what they may share, by what has to be read anew together. */
export const sharedSubjects = ['access', 'decisions', 'servers', 'settings', 'vault', 'version'] as const
export type SharedSubject = (typeof sharedSubjects)[number]

/** A database that was found, but not yet written to. */
export interface DatabaseSource {
  /** What a person calls it, for messages. */
  readonly title: string
  /** The names of the migrations it has had. Leaves it byte for byte as it is. */
  appliedMigrations(): Promise<readonly string[]>
  open(): Promise<StoreDatabase>
  /** For a source that was never opened. */
  close(): Promise<void>
}

export interface StoreDatabase {
  readonly kysely: Kysely<Tables>
  readonly ddl: Ddl
  /** Inside the transaction of a migration: keeps other engines out until it ends, and makes the schema. */
  beginMigration(transaction: Kysely<Tables>): Promise<void>
  /** Many rows in one transaction; where the database is embedded, in a thread of its own. What is asked meanwhile waits. */
  writeRows(tables: readonly TableRows[]): Promise<void>
  /** Keeps a copy of what there is; the path of it, or null where that is the business of the database's owner. */
  backUp(label: string): Promise<string | null>
  /** The name of the unique constraint that refused a statement. */
  brokenUnique(thrown: unknown): string | null
  /** Whether a foreign key refused a statement. */
  isBrokenReference(thrown: unknown): boolean
  /** Tells what another engine has changed, from soon on; nothing where there can be none. */
  onChangedElsewhere(listener: (subject: SharedSubject) => void): void
  close(): Promise<void>
}
