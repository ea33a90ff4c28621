/** A shared Postgres: the tables are in its schema `kb`. The only file that knows the driver, pg. */
import {
  Kysely,
  PostgresDialect,
  WithSchemaPlugin,
  sql,
  type PostgresPool,
  type PostgresPoolClient,
  type RawBuilder,
} from 'kysely'
import { Pool, types, type PoolClient } from 'pg'

import { AppError, messageOf } from '#contract/errors'
import type { Log } from '#engine/ports'
import type { DatabaseSource, StoreDatabase } from '#engine/store/database'
import { postgresDdl } from '#engine/store/migrations/migration'
import { storable, storableJson } from '#engine/store/storableText'
import type { TableRows } from '#engine/store/tableRows'
import type { Tables } from '#engine/store/tables'

/** Values arrive as SQLite gives them: flags as 0 and 1, 64-bit integers as numbers, JSON as text. */
const parsers: ReadonlyMap<number, (value: string) => unknown> = new Map<number, (value: string) => unknown>([
  [types.builtins.BOOL, (value) => (value === 't' ? 1 : 0)],
  [types.builtins.INT8, Number],
  [types.builtins.JSON, String],
  [types.builtins.JSONB, String],
])
/** Any number, the same in every engine. */
const migrationLock = 7411

type TypeId = Parameters<typeof types.getTypeParser>[0]

export function postgresSource(databaseUrl: string, log: Log): DatabaseSource {
  const pool = openPool(databaseUrl, log)
  const kysely = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: guarded(pool) }),
    plugins: [new WithSchemaPlugin('kb')],
  })
  const close = async () => {
    await kysely.destroy()
    if (!pool.ended) await pool.end()
  }
  return {
    title: 'the database of DATABASE_URL',
    async appliedMigrations() {
      const found = await sql<{ found: number }>`select to_regclass('kb.migration') is not null as found`.execute(
        kysely,
      )
      if (found.rows[0]?.found !== 1) return []
      const rows = await kysely.selectFrom('migration').select('name').orderBy('name').execute()
      return rows.map((row) => row.name)
    },
    open: async () => storeDatabase(kysely, close),
    close,
  }
}

function storeDatabase(kysely: Kysely<Tables>, close: () => Promise<void>): StoreDatabase {
  return {
    kysely,
    ddl: postgresDdl,
    async beginMigration(transaction) {
      await sql`select pg_advisory_xact_lock(${migrationLock})`.execute(transaction)
      await sql`create schema if not exists kb`.execute(transaction)
    },
    writeRows: (tables) =>
      kysely.transaction().execute(async (transaction) => {
        for (const rows of tables) if (rows.count > 0) await insertion(rows).execute(transaction)
      }),
    backUp: async () => null,
    brokenUnique(thrown) {
      if (property(thrown, 'code') !== '23505') return null
      return property(thrown, 'constraint') ?? 'unnamed'
    },
    isBrokenReference: (thrown) => property(thrown, 'code') === '23503',
    close,
  }
}

/** All rows are one parameter, which takes their types from the table. */
function insertion({ table, columns, count, replaces }: TableRows): RawBuilder<unknown> {
  const rows = Array.from({ length: count }, (_, row) =>
    Object.fromEntries(columns.map(({ name, cells }) => [name, cells[row]])),
  )
  const name = sql.id('kb', table)
  const names = sql.join(columns.map((column) => sql.id(column.name)))
  const taken = replaces?.map((column) => sql`${sql.id(column)} = excluded.${sql.id(column)}`)
  const whenThere = taken === undefined ? sql`` : sql`on conflict (id) do update set ${sql.join(taken)}`
  return sql`
    insert into ${name} (${names})
    select ${names} from json_populate_recordset(null::${name}, ${storableJson(rows)}::json) ${whenThere}`
}

function openPool(databaseUrl: string, log: Log): Pool {
  if (!isPostgresUrl(databaseUrl)) {
    throw new AppError('STORE_UNREADABLE', 'DATABASE_URL is not of the form postgresql://user:password@host:5432/name')
  }
  const pool = new Pool({
    connectionString: databaseUrl,
    application_name: 'switchboard',
    connectionTimeoutMillis: 10_000,
    types: {
      getTypeParser: (id: TypeId, format?: 'text' | 'binary') => parsers.get(id) ?? types.getTypeParser(id, format),
    },
  })
  // Connections that break while nobody uses them would otherwise end the process; the pool makes new ones.
  pool.on('error', (error) => log.warn({ error }, 'a connection to the database broke'))
  return pool
}

function isPostgresUrl(text: string): boolean {
  return URL.canParse(text) && ['postgres:', 'postgresql:'].includes(new URL(text).protocol)
}

/** What Kysely needs of a pool, with parameters checked and failures to connect explained. */
function guarded(pool: Pool): PostgresPool {
  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      try {
        return guardedClient(await pool.connect())
      } catch (error) {
        throw new AppError(
          'STORE_UNREADABLE',
          `the database of DATABASE_URL cannot be reached: ${messageOf(error)}. ` +
            'Check that it runs, and the host, user, password and database in DATABASE_URL.',
          { cause: error },
        )
      }
    },
  }
}

function guardedClient(client: PoolClient): PostgresPoolClient {
  const query = (text: string, parameters: readonly unknown[]) => client.query(text, parameters.map(storable))
  // Kysely's type also knows cursors, which the store does not use.
  return { query: query as unknown as PostgresPoolClient['query'], release: (destroy) => client.release(destroy) }
}

function property(thrown: unknown, name: 'code' | 'constraint'): string | undefined {
  const value: unknown = thrown instanceof Error ? Reflect.get(thrown, name) : undefined
  return typeof value === 'string' ? value : undefined
}
