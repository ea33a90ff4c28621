import { expect, test } from 'vitest'
import { formatTable } from '#main/cli/text/table'

interface Row {
  readonly name: string
  readonly text: string
}
const nameColumn = { title: 'NAME', text: (row: Row) => row.name }
const textColumn = { title: 'TEXT', text: (row: Row) => row.text }
const columns = [nameColumn, textColumn]

test('columns are as wide as their widest cell', () => {
  const rows = [
    { name: 'a-long-name', text: 'x' },
    { name: 'b', text: 'y' },
  ]
  expect(formatTable(columns, rows, null)).toBe('NAME         TEXT\na-long-name  x\nb            y\n')
})

test("a long last column is cut to the terminal's width, but not without a terminal", () => {
  const rows = [{ name: 'a', text: 'x'.repeat(100) }]
  expect(formatTable(columns, rows, 30).split('\n')[1]).toBe(`a     ${'x'.repeat(23)}…`)
  expect(formatTable(columns, rows, null)).toContain('x'.repeat(100))
})

test('colours do not count as width', () => {
  const styled = [{ ...nameColumn, style: (_row: Row, text: string) => `<b>${text}</b>` }, textColumn]
  expect(formatTable(styled, [{ name: 'ab', text: 'c' }], null)).toBe('NAME  TEXT\n<b>ab  </b>  c\n')
})

test('a server cannot hide a line of the table', () => {
  const rows = [{ name: 'a', text: 'one\ntwo' }]
  expect(formatTable(columns, rows, null)).toBe('NAME  TEXT\na     one two\n')
})
