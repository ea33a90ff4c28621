/** Markdown tables, which a terminal shows as well, and how figures are written in them. */
import { figuresOf, type Outcome } from '#bench/report/rounds'

export function cells<T>(
  title: string,
  outcome: Outcome<T>,
  count: number,
  values: (figures: T) => readonly string[],
): string[] {
  const figures = figuresOf(outcome)
  return [title, ...(figures === null ? Array.from({ length: count }, () => '-') : values(figures))]
}

export function table(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = headings.map((heading, column) =>
    Math.max(3, ...[[...headings], ...rows].map((row) => row[column]?.length ?? 0), heading.length),
  )
  const line = (row: readonly string[]): string =>
    `| ${widths.map((width, column) => (column === 0 ? (row[column] ?? '').padEnd(width) : (row[column] ?? '').padStart(width))).join(' | ')} |`
  const ruler = `|${widths.map((width, column) => (column === 0 ? `:${'-'.repeat(width + 1)}` : `${'-'.repeat(width + 1)}:`)).join('|')}|`
  return [line(headings), ruler, ...rows.map(line)].join('\n')
}

export function times(ours: number, theirs: number | undefined): string {
  return theirs === undefined ? '-' : `${(ours / theirs).toFixed(2)}x`
}

export function micro(microseconds: number): string {
  return `${microseconds.toFixed(1)} µs`
}

export function milli(milliseconds: number): string {
  return `${milliseconds.toFixed(milliseconds < 10 ? 3 : 0)} ms`
}

export function mega(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`
}
