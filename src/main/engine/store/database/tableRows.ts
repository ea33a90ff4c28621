/** Arranges many rows by column, to write them together in the form that both databases accept. Pure. */
import type { Tables } from '#engine/store/database/tables'

export type Cell = string | number | boolean | null

export interface Column {
  readonly name: string
  readonly cells: readonly Cell[]
}

export interface TableRows {
  readonly table: keyof Tables
  readonly count: number
  readonly columns: readonly Column[]
  /** The columns to overwrite if a row with the same id exists. Null: if any row exists, nothing at all is written. */
  readonly replaces: readonly string[] | null
}

/** Makes a row's cells. The compiler requires an entry for every column of the table. */
export type ColumnMakers<Table extends keyof Tables, Row> = Readonly<Record<keyof Tables[Table], (row: Row) => Cell>>

export function tableRows<Table extends keyof Tables, Row>(
  table: Table,
  makers: ColumnMakers<Table, Row>,
  rows: readonly Row[],
  replaces: readonly (keyof Tables[Table] & string)[] | null,
): TableRows {
  const columns = Object.entries<(row: Row) => Cell>(makers).map(([name, cellOf]) => ({
    name,
    cells: rows.map(cellOf),
  }))
  return { table, count: rows.length, columns, replaces }
}
