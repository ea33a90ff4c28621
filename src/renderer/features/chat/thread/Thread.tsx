/** The messages of a conversation. The end stays visible while the reader is at the end. */
import { ArrowDown, FoldVertical } from 'lucide-react'
import { memo, type MouseEvent, useCallback, useMemo, useState } from 'react'
import { BlockView } from '#renderer/features/chat/blocks/BlockView.tsx'
import type { OpenConversation } from '#renderer/features/chat/conversation/conversationState.ts'
import { type CallRunner, callRunner } from '#renderer/features/chat/conversation/callRunner.ts'
import { isBusy } from '#renderer/features/chat/conversation/isBusy.ts'
import { MarkdownText } from '#renderer/features/chat/markdown/MarkdownText.tsx'
import { MessageFoot } from '#renderer/features/chat/thread/message/MessageFoot.tsx'
import { messageText } from '#renderer/features/chat/thread/message/messageText.ts'
import { RunLine } from '#renderer/features/chat/thread/RunLine.tsx'
import { ServerQuestions } from '#renderer/features/chat/thread/ServerQuestions.tsx'
import { createThreadRows, guessedHeight, keyOfRow, type ThreadRow } from '#renderer/features/chat/thread/threadRows.ts'
import { UserMessage } from '#renderer/features/chat/thread/message/UserMessage.tsx'
import { Button } from '#renderer/ui/controls/Button.tsx'
import { FollowedRows } from '#renderer/ui/rows/FollowedRows.tsx'

interface RowProps {
  row: ThreadRow
  isLast: boolean
  busy: boolean
  runner: CallRunner
}

const Row = memo(function Row({ row, isLast, busy, runner }: RowProps) {
  switch (row.kind) {
    case 'user':
      return <UserMessage message={row.message} busy={busy} />
    case 'summary':
      return (
        <details className="rounded-lg border border-line bg-canvas px-3 py-2 text-sm text-muted">
          <summary className="flex items-center gap-2">
            <FoldVertical className="size-4" aria-hidden="true" />
            Summary the model sees
          </summary>
          <div className="mt-2">
            <MarkdownText text={messageText(row.message)} growing={false} />
          </div>
        </details>
      )
    case 'block':
      return (
        <div data-message={row.message.id} data-kind={row.block.kind}>
          <BlockView block={row.block} growing={row.growing} runner={runner} />
        </div>
      )
    case 'foot':
      return <MessageFoot message={row.message} isLast={isLast} busy={busy} />
  }
})

export interface ThreadProps {
  open: OpenConversation
  readOlder: () => Promise<void>
}

export function Thread({ open, readOlder }: ThreadProps) {
  const { messages, conversation } = open
  const [rowsOf] = useState(createThreadRows)
  const rows = useMemo(() => rowsOf(messages), [rowsOf, messages])
  const [following, setFollowing] = useState(true)
  // Scrolls to the new message after sending.
  const newestOwn = messages.findLast((message) => message.role === 'user')?.id
  const [shownOwn, setShownOwn] = useState(newestOwn)
  if (shownOwn !== newestOwn) {
    setShownOwn(newestOwn)
    setFollowing(true)
  }
  // Stops following the end when a person expands something, so that the content grows downwards.
  const unfollow = useCallback((event: MouseEvent) => {
    if (event.target instanceof Element && event.target.closest('[aria-expanded], summary') !== null)
      setFollowing(false)
  }, [])
  const busy = isBusy(conversation.run)
  const runner = callRunner(conversation.run)
  const lastId = messages.at(-1)?.id
  return (
    <FollowedRows
      label="Messages"
      rows={rows}
      keyOf={keyOfRow}
      guess={guessedHeight}
      overscan={4}
      gap={8}
      paddingStart={20}
      following={following}
      onFollowing={setFollowing}
      onNearStart={() => void readOlder()}
      onClickCapture={unfollow}
      className="min-h-0 flex-1 overscroll-contain"
      contentClassName="mx-auto w-full max-w-[48rem] px-5 max-sm:px-3.5"
      end={
        <div className="min-h-6 pt-2 pb-5">
          <RunLine conversation={conversation} messages={messages} />
          <ServerQuestions conversationId={conversation.id} />
        </div>
      }
      over={
        !following && (
          <Button
            size="small"
            onClick={() => setFollowing(true)}
            className="absolute inset-x-0 bottom-3 mx-auto w-fit animate-rise rounded-full shadow-float"
          >
            <ArrowDown className="size-3.5" aria-hidden="true" />
            Jump to newest
          </Button>
        )
      }
    >
      {(row) => <Row row={row} isLast={row.message.id === lastId} busy={busy} runner={runner} />}
    </FollowedRows>
  )
}
