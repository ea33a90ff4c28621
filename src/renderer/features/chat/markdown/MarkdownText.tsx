/** Rendered Markdown. While the text streams in, only its last blocks are parsed and rendered again. */
import { memo, useState } from 'react'
import { MarkdownBlockView } from '#renderer/features/chat/markdown/MarkdownBlockView.tsx'
import type { MarkdownPart, ParsedMarkdown } from '#renderer/features/chat/markdown/markdownTree.ts'
import { parseMarkdown } from '#renderer/features/chat/markdown/parseMarkdown.ts'
import { type TableBlock, TableView } from '#renderer/features/chat/markdown/TableView.tsx'

/** A parser that remembers its last result. If the text has grown, only the new end is parsed. */
function createParser() {
  let known: ParsedMarkdown | null = null
  return (text: string): ParsedMarkdown => {
    known = parseMarkdown(text, known)
    return known
  }
}

/** The parts of the table that starts at index `at`. Null: no table starts there. */
function tableFrom(parts: readonly MarkdownPart[], at: number): [TableBlock, ...TableBlock[]] | null {
  const first = parts[at]?.block
  if (first?.kind !== 'table') return null
  const table: [TableBlock, ...TableBlock[]] = [first]
  for (
    let next = parts[at + 1]?.block;
    next?.kind === 'table' && next.continues;
    next = parts[at + table.length]?.block
  )
    table.push(next)
  return table
}

export const MarkdownText = memo(function MarkdownText({ text, growing }: { text: string; growing: boolean }) {
  const [parse] = useState(createParser)
  const { parts } = parse(text)
  const last = parts.findLastIndex((part) => part.block !== null)
  return (
    <div className="flex min-w-0 flex-col gap-3 break-words select-text">
      {parts.map(({ block }, index) => {
        if (block === null || (block.kind === 'table' && block.continues)) return null
        const table = tableFrom(parts, index)
        return table === null ? (
          // oxlint-disable-next-line react/no-array-index-key -- the index identifies a part
          <MarkdownBlockView key={index} block={block} growing={growing && index === last} />
        ) : (
          // oxlint-disable-next-line react/no-array-index-key
          <TableView key={index} parts={table} growing={growing && index + table.length > last} />
        )
      })}
    </div>
  )
})
