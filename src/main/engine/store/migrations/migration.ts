/** A step in the history of the tables, written once for both databases. A released migration is never changed. */
import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { Tables } from '#engine/store/database/tables'

export interface Migration {
  /** `NNNN-what`, like its file; they run in this order. */
  readonly name: string
  up(transaction: Kysely<Tables>, ddl: Ddl): Promise<void>
}

export interface ToldTable {
  readonly table: string
  /** The kinds of statements, in SQL. */
  readonly when: string
  /** The subject that is announced. */
  readonly subject: string
}

/** One more value for an enumeration. */
export interface LetIn {
  /** The name of the enumeration. */
  readonly name: string
  readonly value: string
  /** The values it has, in their original order. */
  readonly before: readonly string[]
  readonly columns: readonly { readonly table: string; readonly column: string }[]
}

/** The few expressions in which the two databases differ. */
export interface Ddl {
  table(name: string): RawBuilder<unknown>
  readonly json: RawBuilder<unknown>
  readonly flag: RawBuilder<unknown>
  readonly integer: RawBuilder<unknown>
  /** The text after the closing bracket of a table. */
  readonly tableEnd: RawBuilder<unknown>
  /** Runs before a column uses the enumeration; does nothing on databases without enumeration types. */
  createEnumeration(transaction: Kysely<Tables>, name: string, values: readonly string[]): Promise<void>
  /**
   * Adds one more value, which no row can have before the transaction ends; does nothing if each table has its own
   * list.
   */
  extendEnumeration(transaction: Kysely<Tables>, name: string, value: string): Promise<void>
  /** Allows one more value in existing columns, which no row can have before the transaction ends. */
  letIn(transaction: Kysely<Tables>, letIn: LetIn): Promise<void>
  /** Announces changes of the tables to other engines on the database; does nothing if there are no others. */
  tellChanges(transaction: Kysely<Tables>, told: readonly ToldTable[]): Promise<void>
  /** The type of a column with one of the values. */
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
    // SQLite cannot alter a check, and recreating the table would affect all tables that refer to it. SQLite's manual
    // describes this way.
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
