/** One change to the tables, written once for both databases. A released migration never changes. */
import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { Tables } from '#engine/store/database/tables'

export interface Migration {
  /** `NNNN-what`, like the file's name. Migrations run in this order. */
  readonly name: string
  up(transaction: Kysely<Tables>, ddl: Ddl): Promise<void>
}

export interface ToldTable {
  readonly table: string
  /** The statements to announce, as in an SQL trigger, such as "insert or delete". */
  readonly when: string
  /** The subject to announce, one of `sharedSubjects`. */
  readonly subject: string
}

/** A new value for an enumeration and the columns that may contain it. */
export interface LetIn {
  /** The enumeration's name. */
  readonly name: string
  readonly value: string
  /** The enumeration's current values, in their original order. */
  readonly before: readonly string[]
  readonly columns: readonly { readonly table: string; readonly column: string }[]
}

/** The few expressions that differ between the two databases. */
export interface Ddl {
  table(name: string): RawBuilder<unknown>
  readonly json: RawBuilder<unknown>
  readonly flag: RawBuilder<unknown>
  readonly integer: RawBuilder<unknown>
  /** The text after a table's closing bracket. */
  readonly tableEnd: RawBuilder<unknown>
  /** Creates an enumeration before a column uses it. Does nothing on SQLite, which has no enumeration types. */
  createEnumeration(transaction: Kysely<Tables>, name: string, values: readonly string[]): Promise<void>
  /**
   * Adds a value to an enumeration type. Rows cannot use it before the transaction ends. Does nothing on SQLite, where
   * each table lists its own values.
   */
  extendEnumeration(transaction: Kysely<Tables>, name: string, value: string): Promise<void>
  /** Allows one more value in existing columns. Rows cannot use it before the transaction ends. */
  letIn(transaction: Kysely<Tables>, letIn: LetIn): Promise<void>
  /**
   * Makes changes to these tables known to other engines on the database. Does nothing on SQLite, which has no other
   * engines.
   */
  tellChanges(transaction: Kysely<Tables>, told: readonly ToldTable[]): Promise<void>
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
  extendEnumeration: async () => {},
  async letIn(transaction, { value, before, columns }) {
    // SQLite cannot alter a check, and recreating the table would affect every table that refers to it. SQLite's manual
    // describes this workaround.
    const { rows } = await sql<{ schema_version: number }>`pragma schema_version`.execute(transaction)
    await sql`pragma writable_schema = on`.execute(transaction)
    for (const { table, column } of columns) {
      const check = (values: readonly string[]) => `("${column}" in (${values.map((one) => `'${one}'`).join(', ')}))`
      const { numAffectedRows } = await sql`
        update sqlite_schema set sql = replace(sql, ${check(before)}, ${check([...before, value])})
        where type = 'table' and name = ${table} and instr(sql, ${check(before)}) > 0`.execute(transaction)
      if (numAffectedRows !== 1n) throw new Error(`The column ${column} of ${table} does not have the expected values.`)
    }
    await sql`pragma schema_version = ${sql.raw(String((rows[0]?.schema_version ?? 0) + 1))}`.execute(transaction)
    await sql`pragma writable_schema = off`.execute(transaction)
  },
  tellChanges: async () => {},
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
  async extendEnumeration(transaction, name, value) {
    await sql`alter type ${sql.id('kb', name)} add value ${sql.lit(value)}`.execute(transaction)
  },
  letIn: (transaction, { name, value }) => postgresDdl.extendEnumeration(transaction, name, value),
  async tellChanges(transaction, told) {
    await sql`
      create or replace function kb.tell_change() returns trigger language plpgsql as $$
      begin
        perform pg_notify('kb_changed', tg_argv[0]);
        return null;
      end
      $$`.execute(transaction)
    for (const { table, when, subject } of told)
      await sql`
        create trigger ${sql.id(`${table}_told`)} after ${sql.raw(when)} on ${sql.id('kb', table)}
        for each statement execute function kb.tell_change(${sql.lit(subject)})`.execute(transaction)
  },
  enumeration: (name) => sql.id('kb', name),
}

function literal(value: string): RawBuilder<unknown> {
  return sql.lit(value)
}
