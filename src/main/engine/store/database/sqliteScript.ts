/**
 * Rows as one SQL script that contains the values. The driver runs a script in its own thread; statements with
 * parameters run in the caller's thread, where every parameter costs more than a word of text.
 */
import { AppError } from '#contract/errors'
import { storable } from '#engine/store/database/storableText'
import type { Cell, Column, TableRows } from '#engine/store/database/tableRows'

/** One transaction. It stays open if a statement in it is refused. */
export function insertScript(tables: readonly TableRows[]): string {
  const script = `begin immediate;${tables.map((rows) => (rows.count === 0 ? '' : insertion(rows))).join('')}commit`
  storable(script)
  return script
}

/** Columns that are the same in all rows, usually most of them, are written once. */
function insertion({ table, columns, count, replaces }: TableRows): string {
  const varying = columns.filter(({ cells }) => cells.some((cell) => cell !== cells[0]))
  // Rows without any difference still count as separate rows.
  const rows = varying.length === 0 ? columns.slice(0, 1) : varying
  const names = columns.map(({ name }) => quotedName(name)).join()
  const chosen = columns.map((column) => {
    const place = rows.indexOf(column)
    return place === -1 ? literal(column.cells[0] ?? null) : `column${place + 1}`
  })
  // Without a condition "on conflict" would be parsed as part of a join.
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
