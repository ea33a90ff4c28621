import { clsx } from 'clsx'
import { memo } from 'react'
import type { CallSummary } from '#contract/tools/call'
import { durationText } from '#contract/text/durationText'
import { callerText, outcomeTone, outcomeWords } from '#renderer/model/calls/callWords.ts'
import { StatusDot } from '#renderer/parts/server/StatusDot.tsx'
import { EqualRows } from '#renderer/ui/rows/EqualRows.tsx'
import { coversRow } from '#renderer/ui/rows/rows.ts'
import { clockTime, shortDay } from '#renderer/ui/text/times.ts'
import { visibleText } from '#renderer/ui/text/visibleText.ts'

const rowHeight = 52

const isToday = (at: number) => new Date(at).toDateString() === new Date().toDateString()

interface CallRowProps {
  call: CallSummary
  /** Whether Tab stops at this row. */
  isStop: boolean
  onOpen: (id: string) => void
}

const CallRow = memo(function CallRow({ call, isStop, onOpen }: CallRowProps) {
  const name = visibleText(call.tool)
  const problem = call.errorMessage ?? call.toolError ?? (call.isError ? 'The tool reported an error' : null)
  const about = problem ?? call.excerpt
  return (
    <div
      data-call={call.id}
      data-outcome={call.status}
      className="relative flex h-full items-center gap-3 border-b border-line px-5 transition-colors hover:bg-hover"
    >
      <StatusDot tone={outcomeTone(call.status)} />
      <div className="min-w-0 flex-1">
        <div className="flex min-w-0 items-baseline gap-2">
          <button
            type="button"
            data-row-link=""
            tabIndex={isStop ? undefined : -1}
            onClick={() => onOpen(call.id)}
            className={clsx('max-w-full shrink-0 truncate font-mono text-sm font-medium', coversRow)}
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

const keyOf = (call: CallSummary) => call.id
const toolOf = (call: CallSummary) => call.tool

export function CallList({ calls, isMore, onMore, onOpen }: CallListProps) {
  return (
    <EqualRows
      label="Calls"
      rows={calls}
      keyOf={keyOf}
      labelOf={toolOf}
      height={rowHeight}
      onMore={isMore ? onMore : undefined}
    >
      {(call, { isStop }) => <CallRow call={call} isStop={isStop} onOpen={onOpen} />}
    </EqualRows>
  )
}
