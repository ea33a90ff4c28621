/** Rows that are written many at once, column by column, as both databases take them in. Pure. */
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
  /** What a row that is there already, by its id, takes over of the new one; null: then nothing at all is written. */
  readonly replaces: readonly string[] | null
}

/** How the cells of a table's row are made: every column of it, by the compiler's word. */
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
