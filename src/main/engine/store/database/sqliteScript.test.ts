/** A real SQLite runs the script: every value must come back unchanged. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openSqlite } from '#engine/store/database/sqliteDriver'
import { insertScript } from '#engine/store/database/sqliteScript'
import type { Cell, TableRows } from '#engine/store/database/tableRows'

const names = ['id', 'name', 'value'] as const

function rowsOf(cells: readonly (readonly Cell[])[], replaces: TableRows['replaces'] = null): TableRows {
  const columns = names.map((name, place) => ({ name, cells: cells.map((row) => row[place] ?? null) }))
  return { table: 'settings', count: cells.length, columns, replaces }
}

function table() {
  const database = openSqlite(':memory:')
  database.exec('create table settings (id text not null primary key, name text, value integer) strict')
  return {
    write: (...tables: TableRows[]) => database.exec(insertScript(tables)),
    rollBack: () => database.exec('rollback'),
    read: () =>
      database
        .prepare('select id, name, value from settings order by rowid')
        .all([])
        .map((row) => Object.values(Object(row))),
  }
}

const word = fc.oneof(
  fc.constantFrom("'", "''", '"', "'); drop table settings; --", '?', '\n', '\u2028', '{"a":"b\\u0000"}', '', 'é😀'),
  fc.string({ unit: 'grapheme' }).filter((text) => !text.includes('\0')),
)

test('text is never read as SQL, and never changed', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.option(word), fc.option(fc.maxSafeInteger()))), (rows) => {
      const { write, read } = table()
      const cells = rows.map(([name, value], place) => [`${place}`, name, value])
      write(rowsOf(cells))
      expect(read()).toEqual(cells)
    }),
  )
})

test('rows that share all, most or no columns are all written', () => {
  const { write, read } = table()
  write(rowsOf([['a', 'same', 1]]), rowsOf([]), rowsOf(['b', 'c', 'd'].map((id) => [id, 'same', 1])))
  write(rowsOf([['e', null, true]]), rowsOf([['f', 'x', false]]))
  expect(read()).toEqual([
    ['a', 'same', 1],
    ['b', 'same', 1],
    ['c', 'same', 1],
    ['d', 'same', 1],
    ['e', null, 1],
    ['f', 'x', 0],
  ])
})

test('an existing row gets the given columns; without such columns, the whole script is refused', () => {
  const { write, rollBack, read } = table()
  write(rowsOf([['a', 'old', 1]]))
  write(
    rowsOf(
      [
        ['a', 'new', 2],
        ['b', 'new', 3],
      ],
      ['value'],
    ),
  )
  expect(() => write(rowsOf([['c', 'new', 1]]), rowsOf([['a', 'newer', 4]]))).toThrow(/UNIQUE/)
  rollBack()
  expect(read()).toEqual([
    ['a', 'old', 2],
    ['b', 'new', 3],
  ])
})

test('a value that the store cannot keep unchanged is refused', () => {
  const { write, read } = table()
  for (const cell of ['a\0b', '\uD800', Number.NaN, Number.POSITIVE_INFINITY])
    expect(() => write(rowsOf([['a', cell, 1]]))).toThrow(/cannot be stored/)
  expect(read()).toEqual([])
})
