/** A message from the person. Editing it creates a branch; nothing is overwritten. */
import { ChevronDown, Pencil } from 'lucide-react'
import { clsx } from 'clsx'
import { memo, useState } from 'react'
import type { Message } from '#contract/chat/chat'
import { AttachmentChip } from '#renderer/features/chat/blocks/AttachmentChip.tsx'
import { ResourceChip } from '#renderer/features/chat/blocks/ResourceChip.tsx'
import { shownText } from '#renderer/ui/text/shownText.ts'
import { BranchSwitcher } from '#renderer/features/chat/thread/message/BranchSwitcher.tsx'
import { CopyMessage } from '#renderer/features/chat/thread/message/CopyMessage.tsx'
import { EditMessage } from '#renderer/features/chat/thread/message/EditMessage.tsx'
import { messageText } from '#renderer/features/chat/thread/message/messageText.ts'
import { IconButton } from '#renderer/ui/controls/IconButton.tsx'

const longText = 1600
const manyLines = 20

function Bubble({ text }: { text: string }) {
  const [whole, setWhole] = useState(false)
  const long = text.length > longText || text.split('\n', manyLines + 1).length > manyLines
  return (
    <div className="max-w-full min-w-0 rounded-2xl rounded-br-md bg-selected px-3.5 py-2">
      <p className={clsx('break-words whitespace-pre-wrap select-text', long && !whole && 'line-clamp-16')}>
        {shownText(text)}
      </p>
      {long && (
        <button
          type="button"
          onClick={() => setWhole(!whole)}
          className="mt-1 inline-flex items-center gap-1 text-sm text-muted hover:text-ink"
        >
          {whole ? 'Show less' : 'Show all'}
          <ChevronDown className={clsx('size-3.5', whole && 'rotate-180')} aria-hidden="true" />
        </button>
      )}
    </div>
  )
}

export const UserMessage = memo(function UserMessage({ message, busy }: { message: Message; busy: boolean }) {
  const [editing, setEditing] = useState(false)
  const text = messageText(message)
  const others = message.blocks.filter((block) => block.kind === 'attachment' || block.kind === 'resource')
  if (editing) return <EditMessage message={message} onDone={() => setEditing(false)} />
  return (
    <article aria-label="You" data-message={message.id} className="group flex flex-col items-end gap-1 pt-3 pl-[12%]">
      {others.map((block, index) =>
        block.kind === 'attachment' ? (
          <AttachmentChip key={block.attachmentId} block={block} />
        ) : (
          // oxlint-disable-next-line react/no-array-index-key
          <ResourceChip key={index} block={block} />
        ),
      )}
      {text !== '' && <Bubble text={text} />}
      <div className="-mb-1 flex h-7 items-center gap-0.5">
        <span className="flex items-center opacity-0 transition-opacity group-focus-within:opacity-100 group-hover:opacity-100 pointer-coarse:opacity-100">
          <IconButton
            label="Edit and send again"
            icon={<Pencil aria-hidden="true" />}
            disabled={busy}
            onClick={() => setEditing(true)}
          />
          <CopyMessage message={message} />
        </span>
        <BranchSwitcher message={message} disabled={busy} />
      </div>
    </article>
  )
})
