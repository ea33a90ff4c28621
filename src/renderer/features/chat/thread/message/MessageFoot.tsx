import { Play, RefreshCw } from 'lucide-react'
import { memo } from 'react'
import type { Message } from '#contract/chat/chat'
import { useChatActions } from '#renderer/features/chat/conversation/useChatActions.tsx'
import { BranchSwitcher } from '#renderer/features/chat/thread/message/BranchSwitcher.tsx'
import { CopyMessage } from '#renderer/features/chat/thread/message/CopyMessage.tsx'
import { usageDetail, usageText } from '#renderer/features/chat/thread/message/usageText.ts'
import { Button } from '#renderer/ui/controls/Button.tsx'
import { IconButton } from '#renderer/ui/controls/IconButton.tsx'
import { visibleText } from '#renderer/ui/text/visibleText.ts'

/** Whether a turn that has ended can be continued. */
function canGoOn(message: Message): boolean {
  if (message.status === 'stopped' || message.status === 'failed') return true
  const last = message.blocks.at(-1)
  return last?.kind === 'notice' && (last.notice === 'limit' || last.notice === 'maxTokens' || last.notice === 'cut')
}

export interface MessageFootProps {
  message: Message
  isLast: boolean
  busy: boolean
}

export const MessageFoot = memo(function MessageFoot({ message, isLast, busy }: MessageFootProps) {
  const actions = useChatActions()
  const used = usageText(message.usage)
  return (
    <div className="-ml-1.5 flex min-h-7 flex-wrap items-center gap-x-0.5 text-xs text-muted">
      {isLast && canGoOn(message) && (
        <Button size="small" className="mr-1.5 ml-1.5" disabled={busy} onClick={() => void actions.resume()}>
          <Play className="size-3.5" aria-hidden="true" />
          Continue
        </Button>
      )}
      <span className="flex items-center">
        <CopyMessage message={message} />
        <IconButton
          label="Regenerate"
          icon={<RefreshCw aria-hidden="true" />}
          disabled={busy}
          onClick={() => void actions.regenerate(message.id)}
        />
      </span>
      <BranchSwitcher message={message} disabled={busy} />
      <span className="ml-1.5 flex min-w-0 gap-1.5">
        {message.model !== null && <span className="truncate">{visibleText(message.model)}</span>}
        {used !== null && message.usage !== null && (
          <span className="shrink-0 tabular-nums" title={usageDetail(message.usage)}>
            {used}
          </span>
        )}
      </span>
    </div>
  )
})
