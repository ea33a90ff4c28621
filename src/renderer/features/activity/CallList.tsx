import { useVirtualizer } from '@tanstack/react-virtual'
import { clsx } from 'clsx'
import { memo, useEffect, useRef } from 'react'
import type { CallSummary } from '#contract/call'
import { callerText, durationText, outcomeTone, outcomeWords } from '#renderer/features/activity/callWords.ts'
import { StatusDot } from '#renderer/features/servers/StatusDot.tsx'
import { clockTime, shortDay } from '#renderer/ui/times.ts'
import { visibleText } from '#renderer/ui/visibleText.ts'

const rowHeight = 52
/** So many rows before the end the next page is asked for. */
const readAhead = 20

const isToday = (at: number) => new Date(at).toDateString() === new Date().toDateString()

interface CallRowProps {
  call: CallSummary
  onOpen: (id: string) => void
}

const CallRow = memo(function CallRow({ call, onOpen }: CallRowProps) {
  const name = visibleText(call.tool)
  const problem = call.errorMessage ?? (call.isError ? 'The tool reports an error' : null)
  const about = problem ?? call.excerpt
  return (
    <div className="relative flex h-full items-center gap-3 border-b border-line px-5 transition-colors hover:bg-hover">
      <StatusDot tone={outcomeTone(call.status)} />
      <div className="min-w-0 flex-1">
        <div className="flex min-w-0 items-baseline gap-2">
          <button
            type="button"
            onClick={() => onOpen(call.id)}
            className="max-w-full shrink-0 truncate font-mono text-sm font-medium after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent"
          >
            {name}
          </button>
          {call.server !== null && <span className="truncate font-mono text-xs text-muted">{call.server}</span>}
        </div>
        <p
          className={clsx(
            'truncate text-xs',
            problem === null && 'font-mono',
            problem !== null && call.status !== 'cancelled' ? 'text-bad' : 'text-muted',
          )}
        >
          {visibleText(about).replaceAll('\n', ' ')}
        </p>
      </div>
      <span className="w-28 truncate text-sm text-muted max-sm:hidden">{visibleText(callerText(call))}</span>
      <span className="w-20 text-right text-xs text-muted tabular-nums">
        {call.durationMs === null ? outcomeWords[call.status] : durationText(call.durationMs)}
      </span>
      <time
        dateTime={new Date(call.startedAt).toISOString()}
        className="w-26 text-right text-xs text-muted tabular-nums max-sm:w-16"
      >
        {!isToday(call.startedAt) && <span className="mr-1.5 max-sm:hidden">{shortDay(call.startedAt)}</span>}
        {clockTime(call.startedAt)}
      </time>
    </div>
  )
})

export interface CallListProps {
  calls: readonly CallSummary[]
  isMore: boolean
  onMore: () => void
  onOpen: (id: string) => void
}

export function CallList({ calls, isMore, onMore, onOpen }: CallListProps) {
  const scroller = useRef<HTMLDivElement>(null)
  // oxlint-disable-next-line react/incompatible-library -- the page is built without the compiler that this is about
  const virtual = useVirtualizer({
    count: calls.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey: (index) => calls[index]?.id ?? index,
    overscan: 10,
  })
  const items = virtual.getVirtualItems()
  const last = items.at(-1)?.index ?? 0
  const nearEnd = isMore && last >= calls.length - readAhead
  useEffect(() => {
    if (nearEnd) onMore()
  }, [nearEnd, onMore, calls.length])
  return (
    <div ref={scroller} className="min-h-0 flex-1 overflow-y-auto">
      <ul aria-label="Calls" className="relative" style={{ height: virtual.getTotalSize() }}>
        {items.map((item) => {
          const call = calls[item.index]
          return (
            call && (
              <li
                key={item.key}
                aria-setsize={isMore ? -1 : calls.length}
                aria-posinset={item.index + 1}
                data-call={call.id}
                data-outcome={call.status}
                className="absolute inset-x-0 top-0"
                style={{ height: rowHeight, transform: `translateY(${item.start}px)` }}
              >
                <CallRow call={call} onOpen={onOpen} />
              </li>
            )
          )
        })}
      </ul>
    </div>
  )
}
