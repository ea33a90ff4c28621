import { Brain, ChevronRight } from 'lucide-react'
import { clsx } from 'clsx'
import { useId, useState } from 'react'
import type { Block } from '#contract/chat/chat'
import { durationText } from '#contract/text/durationText'
import { MarkdownText } from '#renderer/features/chat/markdown/MarkdownText.tsx'

type Thinking = Extract<Block, { kind: 'thinking' }>

function title({ durationMs }: Thinking, growing: boolean): string {
  if (growing && durationMs === null) return 'Thinking…'
  if (durationMs === null) return 'Thought'
  return `Thought for ${durationMs < 1_000 ? 'a moment' : durationText(durationMs)}`
}

/** The thinking that the model shows, collapsed by default. */
export function ThinkingBlock({ block, growing }: { block: Thinking; growing: boolean }) {
  const [open, setOpen] = useState(false)
  const content = useId()
  const empty = block.hidden || block.text.trim() === ''
  const look = 'flex items-center gap-1.5 text-sm text-muted'
  const words = (
    <>
      <Brain className={clsx('size-4', growing && 'animate-breathe')} aria-hidden="true" />
      {title(block, growing)}
    </>
  )
  if (empty) return <p className={look}>{words}</p>
  return (
    <div>
      <button
        type="button"
        aria-expanded={open}
        aria-controls={content}
        onClick={() => setOpen(!open)}
        className={clsx(look, 'rounded-md transition-colors hover:text-ink')}
      >
        {words}
        <ChevronRight className={clsx('size-3.5 transition-transform', open && 'rotate-90')} aria-hidden="true" />
      </button>
      {open && (
        <div id={content} className="mt-2 border-l-2 border-line pl-3.5 text-sm text-muted">
          <MarkdownText text={block.text} growing={growing} />
        </div>
      )}
    </div>
  )
}
