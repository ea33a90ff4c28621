import { ClipboardCopy, Ellipsis, FileDown, FileJson, Pencil, Pin, PinOff, Trash2 } from 'lucide-react'
import {
  type NamedConversation,
  titleOf,
  useConversationActions,
} from '#renderer/features/chat/list/useConversationActions.ts'
import { IconButton } from '#renderer/ui/controls/IconButton.tsx'
import { Menu } from '#renderer/ui/overlay/Menu.tsx'

export interface ConversationMenuProps {
  conversation: NamedConversation
  isOpen: boolean
  onRename: () => void
}

export function ConversationMenu({ conversation, isOpen, onRename }: ConversationMenuProps) {
  const actions = useConversationActions()
  const { id, pinned } = conversation
  return (
    <Menu
      trigger={<IconButton label={`Actions for ${titleOf(conversation)}`} icon={<Ellipsis aria-hidden="true" />} />}
      entries={[
        { label: 'Rename', icon: <Pencil aria-hidden="true" />, run: onRename },
        {
          label: pinned ? 'Unpin' : 'Pin',
          icon: pinned ? <PinOff aria-hidden="true" /> : <Pin aria-hidden="true" />,
          run: () => void actions.setPinned(id, !pinned),
        },
        { label: 'Copy as Markdown', icon: <ClipboardCopy aria-hidden="true" />, run: () => void actions.copy(id) },
        {
          label: 'Save as Markdown',
          icon: <FileDown aria-hidden="true" />,
          run: () => void actions.save(id, 'markdown'),
        },
        { label: 'Save as JSON', icon: <FileJson aria-hidden="true" />, run: () => void actions.save(id, 'json') },
        {
          label: 'Delete',
          icon: <Trash2 aria-hidden="true" />,
          run: () => void actions.remove(conversation, isOpen),
          danger: true,
        },
      ]}
    />
  )
}
