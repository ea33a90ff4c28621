import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { Message } from '#contract/chat/chat'
import { useChatActions } from '#renderer/features/chat/conversation/useChatActions.tsx'
import { IconButton } from '#renderer/ui/controls/IconButton.tsx'

/** ‹ 2/3 ›: switches to the message at the same position in another branch. */
export function BranchSwitcher({ message, disabled }: { message: Message; disabled: boolean }) {
  const actions = useChatActions()
  const { siblings } = message
  if (siblings.length < 2) return null
  const at = siblings.indexOf(message.id)
  const go = (to: number) => {
    const id = siblings[to]
    if (id !== undefined) void actions.selectBranch(id)
  }
  return (
    <span role="group" aria-label="Branches" className="inline-flex items-center text-xs text-muted tabular-nums">
      <IconButton
        label="Previous branch"
        icon={<ChevronLeft aria-hidden="true" />}
        disabled={disabled || at <= 0}
        onClick={() => go(at - 1)}
        className="size-6"
      />
      {at + 1}/{siblings.length}
      <IconButton
        label="Next branch"
        icon={<ChevronRight aria-hidden="true" />}
        disabled={disabled || at >= siblings.length - 1}
        onClick={() => go(at + 1)}
        className="size-6"
      />
    </span>
  )
}
