/** A table, drawn in the parts that it was read in: when one grows, only its last rows are drawn again. */
import { clsx } from 'clsx'
import { memo } from 'react'
import { Inlines } from '#renderer/features/chat/markdown/Inlines.tsx'
import type { Align, MarkdownBlock } from '#renderer/features/chat/markdown/markdownTree.ts'

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

/** The first part has the head; of one part it is the whole table. */
export function TableView({ parts }: { parts: readonly [TableBlock, ...TableBlock[]] }) {
  const [first] = parts
  return (
    <div
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls is scrolled by keys, too
      tabIndex={0}
      role="region"
      aria-label="Table"
      className="overflow-x-auto rounded-lg border border-line"
    >
      <table className="w-full border-collapse text-sm">
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
