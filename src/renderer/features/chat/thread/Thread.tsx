/** The messages of a conversation: only those in sight are drawn, and the end stays in sight while the reader is there. */
import { useVirtualizer } from '@tanstack/react-virtual'
import { ArrowDown, FoldVertical } from 'lucide-react'
import { memo, type MouseEvent, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { BlockView } from '#renderer/features/chat/blocks/BlockView.tsx'
import type { OpenConversation } from '#renderer/features/chat/conversation/conversationState.ts'
import { isBusy } from '#renderer/features/chat/conversation/isBusy.ts'
import { MarkdownText } from '#renderer/features/chat/markdown/MarkdownText.tsx'
import { MessageFoot } from '#renderer/features/chat/thread/MessageFoot.tsx'
import { messageText } from '#renderer/features/chat/thread/messageText.ts'
import { RunLine } from '#renderer/features/chat/thread/RunLine.tsx'
import { ServerQuestions } from '#renderer/features/chat/thread/ServerQuestions.tsx'
import { createThreadRows, guessedHeight, type ThreadRow } from '#renderer/features/chat/thread/threadRows.ts'
import { UserMessage } from '#renderer/features/chat/thread/UserMessage.tsx'
import { Button } from '#renderer/ui/Button.tsx'

const nearEnd = 48
const readOlderFrom = 800
const paddingStart = 20

interface RowProps {
  row: ThreadRow
  isLast: boolean
  busy: boolean
}

const Row = memo(function Row({ row, isLast, busy }: RowProps) {
  switch (row.kind) {
    case 'user':
      return <UserMessage message={row.message} busy={busy} />
    case 'summary':
      return (
        <details className="rounded-lg border border-line bg-canvas px-3 py-2 text-sm text-muted">
          <summary className="flex items-center gap-2">
            <FoldVertical className="size-4" aria-hidden="true" />
            For the model, this stands in place of what is above
          </summary>
          <div className="mt-2">
            <MarkdownText text={messageText(row.message)} growing={false} />
          </div>
        </details>
      )
    case 'block':
      return (
        <div data-message={row.message.id} data-kind={row.block.kind}>
          <BlockView block={row.block} growing={row.growing} />
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
  const scroller = useRef<HTMLElement>(null)
  const known = useRef(rows)
  known.current = rows
  const [stuck, setStuck] = useState(true)
  const lastTop = useRef(0)
  // Keys and guesses keep their identity, or every row would be measured anew with every word.
  const keyOf = useCallback((index: number) => known.current[index]?.key ?? index, [])
  const guess = useCallback((index: number) => {
    const row = known.current[index]
    return row === undefined ? 0 : guessedHeight(row)
  }, [])
  // oxlint-disable-next-line react/incompatible-library -- the page is built without the compiler that this is about
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: guess,
    getItemKey: keyOf,
    overscan: 4,
    gap: 8,
    paddingStart,
    initialOffset: Number.MAX_SAFE_INTEGER,
  })
  const total = virtual.getTotalSize()
  const toEnd = useCallback(() => {
    const element = scroller.current
    if (element === null) return
    element.scrollTop = element.scrollHeight
    lastTop.current = element.scrollTop
  }, [])
  // Older messages push what is read down; the reader goes along, before anything is painted.
  const firstKey = useRef(rows[0]?.key)
  useLayoutEffect(() => {
    const before = firstKey.current
    firstKey.current = rows[0]?.key
    const element = scroller.current
    const moved = before === firstKey.current ? -1 : rows.findIndex((row) => row.key === before)
    const item = moved > 0 ? virtual.measurementsCache[moved] : undefined
    if (element === null || item === undefined) return
    element.scrollTop += item.start - paddingStart
    lastTop.current = element.scrollTop
  }, [rows, virtual])
  useLayoutEffect(() => {
    if (stuck) toEnd()
  }, [stuck, rows, total, conversation.run, toEnd])
  // What grows by itself, as a picture does that was not loaded yet.
  const content = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = content.current
    if (!stuck || element === null) return
    const observer = new ResizeObserver(toEnd)
    observer.observe(element)
    return () => observer.disconnect()
  }, [stuck, toEnd])
  // Who sends something wants to see it.
  const newestOwn = messages.findLast((message) => message.role === 'user')?.id
  useEffect(() => setStuck(true), [newestOwn])
  const onScroll = () => {
    const element = scroller.current
    if (element === null) return
    const { scrollTop } = element
    const atEnd = element.scrollHeight - scrollTop - element.clientHeight < nearEnd
    if (stuck && !atEnd && scrollTop < lastTop.current) setStuck(false)
    if (!stuck && atEnd) setStuck(true)
    lastTop.current = scrollTop
    if (scrollTop < readOlderFrom) void readOlder()
  }
  // What a person unfolds grows downwards, away from under their eyes, unless the end is followed.
  const unstick = (event: MouseEvent) => {
    if (event.target instanceof Element && event.target.closest('[aria-expanded], summary') !== null) setStuck(false)
  }
  // A window that does not fill the screen cannot be scrolled up to ask for more.
  useEffect(() => {
    const element = scroller.current
    if (open.before !== null && element !== null && element.scrollHeight <= element.clientHeight + readOlderFrom)
      void readOlder()
  }, [open.before, total, readOlder])
  const busy = isBusy(conversation.run)
  const lastId = messages.at(-1)?.id
  return (
    <div className="relative min-h-0 flex-1">
      <section
        ref={scroller}
        aria-label="What was said"
        onScroll={onScroll}
        onClickCapture={unstick}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls is scrolled by keys, too
        tabIndex={0}
        className="h-full overflow-y-auto overscroll-contain -outline-offset-2 [overflow-anchor:none]"
      >
        <div ref={content} className="mx-auto w-full max-w-[48rem] px-5 max-sm:px-3.5">
          <div className="relative w-full" style={{ height: total }}>
            {virtual.getVirtualItems().map((item) => {
              const row = rows[item.index]
              return (
                row && (
                  <div
                    key={item.key}
                    ref={virtual.measureElement}
                    data-index={item.index}
                    className="absolute inset-x-0 top-0"
                    style={{ transform: `translateY(${item.start}px)` }}
                  >
                    <Row row={row} isLast={row.message.id === lastId} busy={busy} />
                  </div>
                )
              )
            })}
          </div>
          <div className="min-h-6 pt-2 pb-5">
            <RunLine run={conversation.run} messages={messages} />
            <ServerQuestions conversationId={conversation.id} />
          </div>
        </div>
      </section>
      {!stuck && (
        <Button
          size="small"
          onClick={() => setStuck(true)}
          className="absolute inset-x-0 bottom-3 mx-auto w-fit animate-rise rounded-full shadow-float"
        >
          <ArrowDown className="size-3.5" aria-hidden="true" />
          Jump to newest
        </Button>
      )}
    </div>
  )
}
