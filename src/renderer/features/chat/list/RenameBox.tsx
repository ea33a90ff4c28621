import { useRef, useState } from 'react'
import type { NamedConversation } from '#renderer/features/chat/list/useConversationActions.ts'
import { useConversationActions } from '#renderer/features/chat/list/useConversationActions.ts'
import { takeSelected } from '#renderer/ui/focus/takeFocus.ts'

/** Edits the title in place: Enter saves it, Escape cancels. */
export function RenameBox({ conversation, onDone }: { conversation: NamedConversation; onDone: () => void }) {
  const actions = useConversationActions()
  const [title, setTitle] = useState(conversation.title)
  const left = useRef(false)
  const leave = (keep: boolean) => {
    if (left.current) return
    left.current = true
    const next = title.trim()
    if (keep && next !== '' && next !== conversation.title) void actions.rename(conversation.id, next)
    onDone()
  }
  return (
    <input
      ref={takeSelected}
      aria-label="Title"
      value={title}
      maxLength={200}
      onChange={(event) => setTitle(event.target.value)}
      onBlur={() => document.hasFocus() && leave(true)}
      onKeyDown={(event) => {
        event.stopPropagation()
        if (event.key === 'Enter') leave(true)
        if (event.key === 'Escape') leave(false)
      }}
      className="h-7 w-full min-w-0 rounded border border-control bg-surface px-1.5 text-sm focus-visible:outline-offset-0"
    />
  )
}
