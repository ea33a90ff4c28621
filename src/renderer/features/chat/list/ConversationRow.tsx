import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { Pin } from 'lucide-react'
import { memo, useState } from 'react'
import type { ConversationSummary } from '#contract/chat/chat'
import { ConversationMenu } from '#renderer/features/chat/list/ConversationMenu.tsx'
import { RenameBox } from '#renderer/features/chat/list/RenameBox.tsx'
import { runTone } from '#renderer/features/chat/list/runTone.ts'
import { titleOf } from '#renderer/features/chat/list/useConversationActions.ts'
import { StatusDot } from '#renderer/parts/server/StatusDot.tsx'
import { coversRow, intoSight } from '#renderer/ui/rows/rows.ts'
import { visibleText } from '#renderer/ui/text/visibleText.ts'

export interface ConversationRowProps {
  conversation: ConversationSummary
  isOpen: boolean
  /** Whether a server asks the person for information during one of its calls. */
  isAsked: boolean
  onOpen: () => void
}

export const ConversationRow = memo(function ConversationRow(props: ConversationRowProps) {
  const { conversation, isOpen, isAsked, onOpen } = props
  const [renaming, setRenaming] = useState(false)
  const running = runTone(conversation.run, isAsked)
  if (renaming)
    return (
      <li className="px-1.5 py-1">
        <RenameBox conversation={conversation} onDone={() => setRenaming(false)} />
      </li>
    )
  return (
    <li
      ref={isOpen ? intoSight : undefined}
      data-conversation={conversation.id}
      className={clsx(
        'group relative flex min-h-9 items-center gap-1.5 rounded-md pr-1 pl-2.5 text-sm transition-colors',
        isOpen ? 'bg-selected' : 'hover:bg-hover',
      )}
    >
      <div className="min-w-0 flex-1 py-1">
        <Link
          to="/chat/$id"
          params={{ id: conversation.id }}
          onClick={onOpen}
          data-row-link=""
          aria-current={isOpen ? 'page' : undefined}
          className={clsx('block truncate focus-visible:after:rounded-md', coversRow)}
        >
          {titleOf(conversation)}
        </Link>
        {conversation.excerpt !== null && (
          <p className="line-clamp-2 text-xs break-words text-muted">{visibleText(conversation.excerpt)}</p>
        )}
      </div>
      {conversation.pinned && <Pin className="size-3.5 shrink-0 text-muted" aria-label="Pinned" />}
      {running !== null && (
        <span title={running.word} data-run={running.word}>
          <span className="sr-only">{running.word}</span>
          <StatusDot tone={running.tone} />
        </span>
      )}
      <span
        className={clsx(
          'relative z-10 pointer-coarse:opacity-100',
          !isOpen &&
            'opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 has-data-[state=open]:opacity-100',
        )}
      >
        <ConversationMenu conversation={conversation} isOpen={isOpen} onRename={() => setRenaming(true)} />
      </span>
    </li>
  )
})
