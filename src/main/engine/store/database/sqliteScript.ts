/**
 * Writes rows as one SQL script with the values in it. The driver runs scripts in its own thread. Statements with
 * parameters run in the caller's thread, where each parameter costs more than its text in a script.
 */
import { AppError } from '#contract/errors'
import { storable } from '#engine/store/database/storableText'
import type { Cell, Column, TableRows } from '#engine/store/database/tableRows'

/** The script is one transaction. If a statement is refused, the transaction stays open. */
export function insertScript(tables: readonly TableRows[]): string {
  const script = `begin immediate;${tables.map((rows) => (rows.count === 0 ? '' : insertion(rows))).join('')}commit`
  storable(script)
  return script
}

/** A column with the same value in every row, as most have, is written once. */
function insertion({ table, columns, count, replaces }: TableRows): string {
  const varying = columns.filter(({ cells }) => cells.some((cell) => cell !== cells[0]))
  // Identical rows need at least one column, or they would become a single row.
  const rows = varying.length === 0 ? columns.slice(0, 1) : varying
  const names = columns.map(({ name }) => quotedName(name)).join()
  const chosen = columns.map((column) => {
    const place = rows.indexOf(column)
    return place === -1 ? literal(column.cells[0] ?? null) : `column${place + 1}`
  })
  // Without "where true", SQLite would parse "on conflict" as part of a join.
  return `insert into ${quotedName(table)} (${names}) select ${chosen.join()} from (values ${values(rows, count)}) where true${whenThere(replaces)};`
}

function values(columns: readonly Column[], count: number): string {
  let text = ''
  for (let row = 0; row < count; row += 1) {
    text += row === 0 ? '(' : ',('
    for (let place = 0; place < columns.length; place += 1) {
      if (place > 0) text += ','
      text += literal(columns[place]?.cells[row] ?? null)
    }
    text += ')'
  }
  return text
}

function whenThere(replaces: TableRows['replaces']): string {
  if (replaces === null) return ''
  const taken = replaces.map((name) => `${quotedName(name)} = excluded.${quotedName(name)}`)
  return ` on conflict (id) do update set ${taken.join()}`
}

function literal(cell: Cell): string {
  if (typeof cell === 'string') return `'${cell.includes("'") ? cell.replaceAll("'", "''") : cell}'`
  if (typeof cell === 'boolean') return cell ? '1' : '0'
  if (cell !== null && !Number.isFinite(cell)) throw new AppError('INVALID_INPUT', `${cell} cannot be stored`)
  return String(cell)
}

function quotedName(name: string): string {
  return `"${name}"`
}
