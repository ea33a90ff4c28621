import { ChevronRight, Link2 } from 'lucide-react'
import { clsx } from 'clsx'
import { useId, useState } from 'react'
import type { Block } from '#contract/chat/chat'
import { shownText } from '#renderer/ui/text/shownText.ts'
import { visibleText } from '#renderer/ui/text/visibleText.ts'

const maxShownLength = 100_000

/** A server's resource, with the content that was sent. */
export function ResourceChip({ block }: { block: Extract<Block, { kind: 'resource' }> }) {
  const [open, setOpen] = useState(false)
  const content = useId()
  return (
    <div className="max-w-full min-w-0">
      <button
        type="button"
        aria-expanded={open}
        aria-controls={content}
        disabled={block.text === null}
        title={visibleText(block.uri)}
        onClick={() => setOpen(!open)}
        className="inline-flex max-w-full items-center gap-2 rounded-lg border border-line bg-raised px-2.5 py-1.5 text-sm enabled:hover:bg-hover"
      >
        <Link2 className="size-4 shrink-0 text-muted" aria-hidden="true" />
        <span className="min-w-0 truncate">{visibleText(block.name === '' ? block.uri : block.name)}</span>
        {block.text !== null && (
          <ChevronRight
            className={clsx('size-3.5 shrink-0 text-muted transition-transform', open && 'rotate-90')}
            aria-hidden="true"
          />
        )}
      </button>
      {open && block.text !== null && (
        <pre
          id={content}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrollable with the keyboard
          tabIndex={0}
          className="mt-1.5 max-h-72 overflow-auto rounded-lg border border-line bg-canvas px-3 py-2 font-mono text-xs break-words whitespace-pre-wrap select-text"
        >
          {shownText(block.text.slice(0, maxShownLength))}
        </pre>
      )}
    </div>
  )
}
