/** The message that is waiting for the end of the turn. The person can edit it, remove it or send it now. */
import { Clock, Paperclip, Pencil, X } from 'lucide-react'
import type { Conversation, WaitingPart } from '#contract/chat/chat'
import { waitingFiles, waitingText, waitingTitle } from '#renderer/features/chat/composer/waiting/waitingWords.ts'
import { isBusy } from '#renderer/features/chat/conversation/isBusy.ts'
import { useChatActions } from '#renderer/features/chat/conversation/useChatActions.tsx'
import { Button } from '#renderer/ui/controls/Button.tsx'
import { IconButton } from '#renderer/ui/controls/IconButton.tsx'
import { useToasts } from '#renderer/ui/overlay/Toasts.tsx'
import { visibleText } from '#renderer/ui/text/visibleText.ts'

interface WaitingMessageProps {
  readonly conversation: Conversation
  readonly onEdit: (parts: readonly WaitingPart[]) => void
  /** Called when the waiting message disappears, so that the focus stays in the conversation. */
  readonly onGone: () => void
}

export function WaitingMessage({ conversation: { next, run }, onEdit, onGone }: WaitingMessageProps) {
  const actions = useChatActions()
  const { show } = useToasts()
  if (next.length === 0) return null
  const files = waitingFiles(next)
  const text = waitingText(next)
  const edit = async () => {
    const parts = await actions.takeBackNext()
    if (parts !== null) onEdit(parts)
  }
  const drop = async () => {
    const parts = await actions.takeBackNext()
    if (parts === null) return
    onGone()
    const undo = () => void actions.sendNext(parts)
    show({ title: 'Message deleted', action: { label: 'Undo', run: undo } })
  }
  const send = async () => {
    if (await actions.sendNext([])) onGone()
  }
  return (
    <section
      aria-label="Waiting message"
      data-waiting-message=""
      className="mx-3 mt-2.5 flex items-start gap-2 rounded-lg border border-line bg-canvas py-1.5 pr-1.5 pl-2.5 text-sm"
    >
      <Clock className="mt-1 size-4 shrink-0 text-muted" aria-hidden="true" />
      <div className="min-w-0 flex-1 py-0.5">
        <p role="status" className="text-xs text-muted">
          {waitingTitle(run)}
        </p>
        {text !== '' && <p className="line-clamp-3 break-words whitespace-pre-wrap">{visibleText(text)}</p>}
        {files !== null && (
          <p className="flex min-w-0 items-center gap-1 text-muted">
            <Paperclip className="size-3.5 shrink-0" aria-hidden="true" />
            <span className="truncate">{visibleText(files)}</span>
          </p>
        )}
      </div>
      {!isBusy(run) && (
        <Button size="small" onClick={() => void send()}>
          Send
        </Button>
      )}
      <IconButton label="Edit message" keys="↑" icon={<Pencil aria-hidden="true" />} onClick={() => void edit()} />
      <IconButton label="Delete message" icon={<X aria-hidden="true" />} onClick={() => void drop()} />
    </section>
  )
}
