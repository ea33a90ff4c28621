/** Aligned columns for people. Pure. */
import { shortText } from '#contract/text/shortText'
import { oneLine } from '#main/host/output/safeText'

export interface Column<Row> {
  readonly title: string
  readonly text: (row: Row) => string
  /** Colours the cell's text after its width was measured. */
  readonly style?: (row: Row, text: string) => string
}

const gap = '  '

/** `width` cuts the last column to the terminal. Null cuts nothing. */
export function formatTable<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  width: number | null,
  styleTitle: (text: string) => string = (text) => text,
): string {
  const cells = rows.map((row) => columns.map((column) => oneLine(column.text(row))))
  const widths = columns.map((column, index) =>
    Math.max(column.title.length, ...cells.map((line) => line[index]?.length ?? 0)),
  )
  const lastStart = widths.slice(0, -1).reduce((sum, each) => sum + each + gap.length, 0)
  const fit = (text: string, index: number) => {
    if (index < columns.length - 1) return text.padEnd(widths[index] ?? 0)
    return width === null ? text : shortText(text, Math.max(width - lastStart, 10))
  }
  const titles = columns.map((column, index) => styleTitle(fit(column.title, index))).join(gap)
  const lines = rows.map((row, at) =>
    columns
      .map((column, index) => {
        const text = fit(cells[at]?.[index] ?? '', index)
        return column.style === undefined ? text : column.style(row, text)
      })
      .join(gap),
  )
  return [titles, ...lines].map((line) => `${line.trimEnd()}\n`).join('')
}
