/** The store in a shared Postgres, in the schema `kb`. Only this file and `changeNotices` import the driver, pg. */
import {
  Kysely,
  PostgresDialect,
  WithSchemaPlugin,
  sql,
  type PostgresPool,
  type PostgresPoolClient,
  type RawBuilder,
} from 'kysely'
import { Client, type ClientConfig, Pool, types, type PoolClient } from 'pg'

import { AppError, messageOf } from '#contract/errors'
import type { Clock, Log } from '#engine/ports'
import { ChangeNotices } from '#engine/store/database/changeNotices'
import type { DatabaseSource, StoreDatabase } from '#engine/store/database/database'
import { postgresDdl } from '#engine/store/migrations/migration'
import { storable, storableJson } from '#engine/store/database/storableText'
import type { TableRows } from '#engine/store/database/tableRows'
import type { Tables } from '#engine/store/database/tables'

/** Parsers that return values in SQLite's form: flags as 0 and 1, 64-bit integers as numbers, JSON as text. */
const parsers: ReadonlyMap<number, (value: string) => unknown> = new Map<number, (value: string) => unknown>([
  [types.builtins.BOOL, (value) => (value === 't' ? 1 : 0)],
  [types.builtins.INT8, Number],
  [types.builtins.JSON, String],
  [types.builtins.JSONB, String],
])
/** The id of the advisory lock: an arbitrary number, the same in every engine. */
const migrationLock = 7411
/** How long a connection may be silent before it is checked. */
const noticeAliveMs = 10_000

type TypeId = Parameters<typeof types.getTypeParser>[0]

export interface PostgresParts {
  readonly log: Log
  readonly clock: Clock
}

export function postgresSource(databaseUrl: string, { log, clock }: PostgresParts): DatabaseSource {
  const config = connectionConfig(databaseUrl)
  const { pool, backends } = openPool(config, log)
  const notices = new ChangeNotices({
    makeClient: () => new Client({ ...config, keepAlive: true, keepAliveInitialDelayMillis: noticeAliveMs }),
    isOwn: (processId) => backends.has(processId),
    clock,
    log,
  })
  const kysely = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: guarded(pool) }),
    plugins: [new WithSchemaPlugin('kb')],
  })
  const close = async () => {
    await notices.close()
    await kysely.destroy()
    if (!pool.ended) await pool.end()
  }
  return {
    title: 'The database at DATABASE_URL',
    async appliedMigrations() {
      const found = await sql<{ found: number }>`select to_regclass('kb.migration') is not null as found`.execute(
        kysely,
      )
      if (found.rows[0]?.found !== 1) return []
      const rows = await kysely.selectFrom('migration').select('name').orderBy('name').execute()
      return rows.map((row) => row.name)
    },
    open: async () => storeDatabase(kysely, notices, close),
    close,
  }
}

function storeDatabase(kysely: Kysely<Tables>, notices: ChangeNotices, close: () => Promise<void>): StoreDatabase {
  return {
    kysely,
    ddl: postgresDdl,
    newTables: null,
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
    onChangedElsewhere: (listener) => notices.follow(listener),
    close,
  }
}

/** Passes all rows as one JSON parameter, which Postgres converts to the table's column types. */
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

function connectionConfig(databaseUrl: string): ClientConfig {
  if (!isPostgresUrl(databaseUrl)) {
    throw new AppError('STORE_UNREADABLE', 'DATABASE_URL must have the form postgresql://user:password@host:5432/name')
  }
  return { connectionString: databaseUrl, application_name: 'switchboard', connectionTimeoutMillis: 10_000 }
}

/** `backends`: the ids of the Postgres processes that serve the pool. */
function openPool(config: ClientConfig, log: Log): { readonly pool: Pool; readonly backends: ReadonlySet<unknown> } {
  const pool = new Pool({
    ...config,
    types: {
      getTypeParser: (id: TypeId, format?: 'text' | 'binary') => parsers.get(id) ?? types.getTypeParser(id, format),
    },
  })
  // Without a listener, a broken idle connection would crash the process. The pool opens new connections.
  pool.on('error', (error) => log.warn({ error }, 'a connection to the database broke'))
  const backends = new Set<unknown>()
  pool.on('connect', (client) => backends.add(backendOf(client)))
  pool.on('remove', (client) => backends.delete(backendOf(client)))
  return { pool, backends }
}

/** Reads `processID`, which the driver's types do not declare. */
function backendOf(client: PoolClient): unknown {
  return Reflect.get(client, 'processID')
}

function isPostgresUrl(text: string): boolean {
  return URL.canParse(text) && ['postgres:', 'postgresql:'].includes(new URL(text).protocol)
}

/** Wraps a pool for Kysely: checks parameters and explains connection failures. */
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
          `The database at DATABASE_URL could not be reached: ${messageOf(error)}. ` +
            'Check that it is running, and check the host, user, password and database in DATABASE_URL.',
          { cause: error },
        )
      }
    },
  }
}

function guardedClient(client: PoolClient): PostgresPoolClient {
  const query = (text: string, parameters: readonly unknown[]) => client.query(text, parameters.map(storable))
  // Kysely's type also includes cursors, which the store does not use.
  return { query: query as unknown as PostgresPoolClient['query'], release: (destroy) => client.release(destroy) }
}

function property(thrown: unknown, name: 'code' | 'constraint'): string | undefined {
  const value: unknown = thrown instanceof Error ? Reflect.get(thrown, name) : undefined
  return typeof value === 'string' ? value : undefined
}
