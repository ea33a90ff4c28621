/** Markdown as it is read. It grows while it streams: only its last blocks are parsed and drawn again. */
import { memo, useState } from 'react'
import { MarkdownBlockView } from '#renderer/features/chat/markdown/MarkdownBlockView.tsx'
import type { ParsedMarkdown } from '#renderer/features/chat/markdown/markdownTree.ts'
import { parseMarkdown } from '#renderer/features/chat/markdown/parseMarkdown.ts'

/** Remembers what it parsed last, so that the next text, which mostly goes on, costs its end only. */
function createParser() {
  let known: ParsedMarkdown | null = null
  return (text: string): ParsedMarkdown => {
    known = parseMarkdown(text, known)
    return known
  }
}

export const MarkdownText = memo(function MarkdownText({ text, growing }: { text: string; growing: boolean }) {
  const [parse] = useState(createParser)
  const { parts } = parse(text)
  const last = parts.findLastIndex((part) => part.block !== null)
  return (
    <div className="flex min-w-0 flex-col gap-3 break-words select-text">
      {parts.map(
        (part, index) =>
          part.block !== null && (
            // oxlint-disable-next-line react/no-array-index-key -- a part is known by its place
            <MarkdownBlockView key={index} block={part.block} growing={growing && index === last} />
          ),
      )}
    </div>
  )
})
