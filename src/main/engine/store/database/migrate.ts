/** Updates a store's tables to this version, in one transaction. Leaves a store from a newer version unchanged. */
import { sql, type Kysely } from 'kysely'
import { AppError, messageOf } from '#contract/errors'
import type { Clock, Log } from '#engine/ports'
import type { DatabaseSource, StoreDatabase } from '#engine/store/database/database'
import type { Migration } from '#engine/store/migrations/migration'
import type { Tables } from '#engine/store/database/tables'

export interface MigrateOptions {
  readonly source: DatabaseSource
  readonly migrations: readonly Migration[]
  readonly clock: Clock
  readonly log: Log
}

export async function openMigrated(options: MigrateOptions): Promise<StoreDatabase> {
  const { source, migrations } = options
  let database: StoreDatabase | null = null
  try {
    const applied = await source.appliedMigrations()
    refuseUnknown(source.title, applied, migrations)
    database = await source.open()
    if (applied.length < migrations.length) await bringUpToDate(database, applied, options)
    return database
  } catch (error) {
    await (database ?? source).close()
    if (error instanceof AppError) throw error
    const message = `${source.title} could not be updated: ${messageOf(error)}. It was not changed.`
    throw new AppError('STORE_UNREADABLE', message, { cause: error })
  }
}

/** Rejects with `STORE_TOO_NEW` if a newer version has changed the tables since they were opened. */
export async function refuseNewer({ kysely }: StoreDatabase, title: string, migrations: readonly Migration[]) {
  const rows = await kysely.selectFrom('migration').select('name').execute()
  refuseUnknown(
    title,
    rows.map(({ name }) => name),
    migrations,
  )
}

async function bringUpToDate(database: StoreDatabase, applied: readonly string[], options: MigrateOptions) {
  const { source, migrations, clock, log } = options
  const from = applied.at(-1)
  if (from !== undefined) {
    const backup = await database.backUp(`${numberOf(from)}-${numberOf(migrations.at(-1)?.name ?? from)}`)
    if (backup !== null) log.info({ backup }, 'the store was backed up before its migration')
  }
  await database.kysely.transaction().execute(async (transaction) => {
    await database.beginMigration(transaction)
    const had = (await createAtOnce(database, transaction, options)) ?? (await alreadyApplied(database, transaction))
    refuseUnknown(source.title, had, migrations)
    for (const migration of migrations.filter(({ name }) => !had.includes(name))) {
      await migration.up(transaction, database.ddl)
      await transaction.insertInto('migration').values({ name: migration.name, applied_at: clock.now() }).execute()
      log.info({ migration: migration.name }, 'the store was migrated')
    }
  })
}

/**
 * Creates a new store's tables in one step and returns the migrations this covers. Null if migrations must run one by
 * one.
 */
async function createAtOnce(
  { newTables }: StoreDatabase,
  transaction: Kysely<Tables>,
  { migrations, clock, log }: MigrateOptions,
): Promise<readonly string[] | null> {
  if (newTables === null || newTables.migrations.some((name, place) => name !== migrations[place]?.name)) return null
  newTables.create()
  const rows = newTables.migrations.map((name) => ({ name, applied_at: clock.now() }))
  await transaction.insertInto('migration').values(rows).execute()
  log.info({ migrations: rows.length }, 'a new store was created')
  return newTables.migrations
}

async function alreadyApplied(database: StoreDatabase, transaction: Kysely<Tables>): Promise<readonly string[]> {
  await createMigrationTable(database, transaction)
  // Read again inside the transaction: another engine on this database may have migrated it first.
  const rows = await transaction.selectFrom('migration').select('name').execute()
  return rows.map(({ name }) => name)
}

async function createMigrationTable({ ddl }: StoreDatabase, transaction: Kysely<Tables>): Promise<void> {
  await sql`
    create table if not exists ${ddl.table('migration')} (
      name text not null primary key,
      applied_at ${ddl.integer} not null
    )${ddl.tableEnd}`.execute(transaction)
}

function refuseUnknown(title: string, applied: readonly string[], migrations: readonly Migration[]): void {
  const unknown = applied.filter((name) => !migrations.some((migration) => migration.name === name))
  if (unknown.length === 0) return
  throw new AppError(
    'STORE_TOO_NEW',
    `${title} was written by a newer Switchboard (it has ${unknown.join(', ')}). ` +
      'It was not changed. Update Switchboard, or start it with another data folder.',
    { data: { unknown } },
  )
}

function numberOf(migrationName: string): string {
  return migrationName.slice(0, 4)
}
