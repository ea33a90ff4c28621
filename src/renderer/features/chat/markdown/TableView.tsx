/**
 * A table, drawn in the parts that it was read in: when one grows, only its last rows are drawn again. While one
 * grows beyond its first part its columns stay as they are, or each new row would have all the others laid out anew.
 */
import { clsx } from 'clsx'
import { memo, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { Inlines } from '#renderer/features/chat/markdown/Inlines.tsx'
import type { Align, MarkdownBlock } from '#renderer/features/chat/markdown/markdownTree.ts'
import { tableName } from '#renderer/features/chat/markdown/tableName.ts'

export type TableBlock = Extract<MarkdownBlock, { kind: 'table' }>

const alignment: Readonly<Record<NonNullable<Align>, string>> = {
  left: 'text-left',
  center: 'text-center',
  right: 'text-right',
}

const look = (align: readonly Align[], column: number) => alignment[align[column] ?? 'left']

const Rows = memo(function Rows({ block }: { block: TableBlock }) {
  return (
    <tbody>
      {block.rows.map((row, index) => (
        // oxlint-disable-next-line react/no-array-index-key
        <tr key={index} className="border-t border-line">
          {row.map((cell, column) => (
            // oxlint-disable-next-line react/no-array-index-key
            <td key={column} className={clsx('px-3 py-1.5 align-top', look(block.align, column))}>
              <Inlines inlines={cell} />
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  )
})

interface Columns {
  /** Shares of the whole. */
  readonly widths: readonly number[]
  /** In pixels, of a table that is wider than its place; null where it fills it. */
  readonly least: number | null
}

function columnsOf(table: HTMLTableElement): Columns {
  const whole = table.offsetWidth
  const place = table.parentElement?.clientWidth ?? whole
  return {
    widths: [...table.querySelectorAll('th')].map((head) => head.offsetWidth / whole),
    least: whole > place ? whole : null,
  }
}

/** The columns as they were when they began to be held; null while they are not. */
function useColumns(table: RefObject<HTMLTableElement | null>, held: boolean): Columns | null {
  const [columns, setColumns] = useState<Columns | null>(null)
  useLayoutEffect(() => {
    const element = table.current
    if (!held || element === null) return
    // It tells when the table is laid out, so that nothing has to be laid out for this.
    const observer = new ResizeObserver(() => {
      observer.disconnect()
      setColumns(columnsOf(element))
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [table, held])
  return held ? columns : null
}

export interface TableViewProps {
  /** The first part has the head; of one part it is the whole table. */
  parts: readonly [TableBlock, ...TableBlock[]]
  growing: boolean
}

export function TableView({ parts, growing }: TableViewProps) {
  const [first] = parts
  const [partsAtFirst] = useState(parts.length)
  const table = useRef<HTMLTableElement>(null)
  const columns = useColumns(table, growing && parts.length > partsAtFirst)
  return (
    <div
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls is scrolled by keys, too
      tabIndex={0}
      role="group"
      aria-label={tableName(first)}
      className="overflow-x-auto rounded-lg border border-line"
    >
      <table
        ref={table}
        className={clsx('w-full border-collapse text-sm', columns !== null && 'table-fixed')}
        style={{ minWidth: columns?.least ?? undefined }}
      >
        {columns !== null && (
          <colgroup>
            {columns.widths.map((width, column) => (
              // oxlint-disable-next-line react/no-array-index-key
              <col key={column} style={{ width: `${width * 100}%` }} />
            ))}
          </colgroup>
        )}
        <thead className="bg-canvas">
          <tr>
            {first.head.map((cell, column) => (
              // oxlint-disable-next-line react/no-array-index-key
              <th key={column} scope="col" className={clsx('px-3 py-1.5 font-medium', look(first.align, column))}>
                <Inlines inlines={cell} />
              </th>
            ))}
          </tr>
        </thead>
        {parts.map((part, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- a part is known by its place
          <Rows key={index} block={part} />
        ))}
      </table>
    </div>
  )
}
