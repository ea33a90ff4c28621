/**
 * A table, rendered in the parts in which it was parsed. When it grows, only the last part is rendered again. Column
 * widths are fixed as soon as there is a second part, because otherwise each new row would change the layout of all
 * rows.
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
  /** Column widths, as shares of the total width. */
  readonly widths: readonly number[]
  /** The table's width in pixels, if it is wider than its container; null if it fits. */
  readonly minWidth: number | null
}

function columnsOf(table: HTMLTableElement): Columns {
  const whole = table.offsetWidth
  const available = table.parentElement?.clientWidth ?? whole
  return {
    widths: [...table.querySelectorAll('th')].map((head) => head.offsetWidth / whole),
    minWidth: whole > available ? whole : null,
  }
}

/** The fixed column widths; null while the widths are not fixed. */
function useColumns(table: RefObject<HTMLTableElement | null>, isFixed: boolean): Columns | null {
  const [columns, setColumns] = useState<Columns | null>(null)
  useLayoutEffect(() => {
    const element = table.current
    if (!isFixed || element === null) return
    // The observer reports after layout, so reading the widths forces no extra layout.
    const observer = new ResizeObserver(() => {
      observer.disconnect()
      setColumns(columnsOf(element))
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [table, isFixed])
  return isFixed ? columns : null
}

export interface TableViewProps {
  /** The parts of the table. The first part has the head. */
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
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrollable with the keyboard
      tabIndex={0}
      role="group"
      aria-label={tableName(first)}
      className="overflow-x-auto rounded-lg border border-line"
    >
      <table
        ref={table}
        className={clsx('w-full border-collapse text-sm', columns !== null && 'table-fixed')}
        style={{ minWidth: columns?.minWidth ?? undefined }}
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
          // oxlint-disable-next-line react/no-array-index-key -- the index identifies a part
          <Rows key={index} block={part} />
        ))}
      </table>
    </div>
  )
}
