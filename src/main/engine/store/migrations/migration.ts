/** A step in the life of the tables, written once for both databases. What was released is never changed again. */
import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { Tables } from '#engine/store/tables'

export interface Migration {
  /** `NNNN-what`, like its file; they run in this order. */
  readonly name: string
  up(transaction: Kysely<Tables>, ddl: Ddl): Promise<void>
}

/** The few words in which the two databases differ. */
export interface Ddl {
  table(name: string): RawBuilder<unknown>
  readonly json: RawBuilder<unknown>
  readonly flag: RawBuilder<unknown>
  readonly integer: RawBuilder<unknown>
  /** What follows the closing bracket of a table. */
  readonly tableEnd: RawBuilder<unknown>
  /** Runs before a column uses the enumeration; nothing where there is none. */
  createEnumeration(transaction: Kysely<Tables>, name: string, values: readonly string[]): Promise<void>
  /** The type of a column that holds one of the values. */
  enumeration(name: string, column: string, values: readonly string[]): RawBuilder<unknown>
}

export const sqliteDdl: Ddl = {
  table: (name) => sql.table(name),
  json: sql.raw('text'),
  flag: sql.raw('integer'),
  integer: sql.raw('integer'),
  tableEnd: sql.raw(' strict'),
  createEnumeration: async () => {},
  enumeration: (_name, column, values) => sql`text check (${sql.ref(column)} in (${sql.join(values.map(literal))}))`,
}

export const postgresDdl: Ddl = {
  table: (name) => sql.id('kb', name),
  json: sql.raw('jsonb'),
  flag: sql.raw('boolean'),
  integer: sql.raw('bigint'),
  tableEnd: sql.raw(''),
  async createEnumeration(transaction, name, values) {
    await sql`create type ${sql.id('kb', name)} as enum (${sql.join(values.map(literal))})`.execute(transaction)
  },
  enumeration: (name) => sql.id('kb', name),
}

function literal(value: string): RawBuilder<unknown> {
  return sql.lit(value)
}
