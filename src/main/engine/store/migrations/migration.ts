/** A step in the life of the tables, written once for both databases. What was released is never changed again. */
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
  /** What is told. */
  readonly subject: string
}

/** One more value of an enumeration. */
export interface LetIn {
  /** Of the enumeration. */
  readonly name: string
  readonly value: string
  /** The values that it has, in the order in which they were written down. */
  readonly before: readonly string[]
  readonly columns: readonly { readonly table: string; readonly column: string }[]
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
  /** Lets in one more value, which no row can have before the transaction ends; nothing where each table has its own. */
  extendEnumeration(transaction: Kysely<Tables>, name: string, value: string): Promise<void>
  /** Lets one more value into columns that are there, which no row can have before the transaction ends. */
  letIn(transaction: Kysely<Tables>, letIn: LetIn): Promise<void>
  /** Other engines on the same database hear of changes of the tables; nothing where there are no others. */
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
    // A check cannot be altered, and to make the table anew would touch all that refer to it. SQLite's manual gives this way.
    const { rows } = await sql<{ schema_version: number }>`pragma schema_version`.execute(transaction)
    await sql`pragma writable_schema = on`.execute(transaction)
    for (const { table, column } of columns) {
      const check = (values: readonly string[]) => `("${column}" in (${values.map((one) => `'${one}'`).join(', ')}))`
      const { numAffectedRows } = await sql`
        update sqlite_schema set sql = replace(sql, ${check(before)}, ${check([...before, value])})
        where type = 'table' and name = ${table} and instr(sql, ${check(before)}) > 0`.execute(transaction)
      if (numAffectedRows !== 1n) throw new Error(`The column ${column} of ${table} does not list what was expected.`)
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
