import { useState } from 'react'
import type { Message, Part } from '#contract/chat/chat'
import { useChatActions } from '#renderer/features/chat/conversation/useChatActions.tsx'
import { messageText } from '#renderer/features/chat/thread/message/messageText.ts'
import { Button } from '#renderer/ui/controls/Button.tsx'
import { takeFocus } from '#renderer/ui/focus/takeFocus.ts'

/** The attachments and resources of the message, which are sent again with the edited text. */
function otherParts(message: Message): Part[] {
  return message.blocks.flatMap((block): Part[] => {
    if (block.kind === 'attachment') return [{ kind: 'attachment', attachmentId: block.attachmentId }]
    return block.kind === 'resource' ? [{ kind: 'resource', uri: block.uri }] : []
  })
}

export function EditMessage({ message, onDone }: { message: Message; onDone: () => void }) {
  const actions = useChatActions()
  const [text, setText] = useState(() => messageText(message))
  const [sending, setSending] = useState(false)
  const others = otherParts(message)
  const ready = !sending && (text.trim() !== '' || others.length > 0)
  const send = async () => {
    if (!ready) return
    setSending(true)
    const parts: Part[] = text.trim() === '' ? others : [...others, { kind: 'text', text }]
    if (await actions.send(parts, message.parentId)) onDone()
    else setSending(false)
  }
  return (
    <div className="flex flex-col gap-2 pt-3 pl-[12%]">
      <textarea
        ref={takeFocus}
        aria-label="Edit message"
        value={text}
        rows={Math.min(14, Math.max(2, text.split('\n').length))}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') {
            event.stopPropagation()
            onDone()
          }
          if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
          event.preventDefault()
          void send()
        }}
        className="w-full resize-y rounded-xl border border-line-strong bg-surface px-3.5 py-2 focus-visible:outline-offset-0"
      />
      <div className="flex items-center justify-end gap-2">
        <span className="mr-auto text-xs text-muted">The original stays as another branch.</span>
        <Button size="small" onClick={onDone}>
          Cancel
        </Button>
        <Button size="small" look="primary" disabled={!ready} onClick={() => void send()}>
          Send
        </Button>
      </div>
    </div>
  )
}
