import { useVirtualizer } from '@tanstack/react-virtual'
import { clsx } from 'clsx'
import { useEffect, useRef } from 'react'
import type { LogEntry } from '#renderer/features/servers/log/logBuffer.ts'
import { visibleText } from '#renderer/ui/visibleText.ts'

const lineHeight = 20
const nearEnd = 24

const sourceMarks = { stderr: 'err', stdout: 'out', engine: 'app' } as const
const sourceTitles = {
  stderr: 'Printed to standard error',
  stdout: 'Printed to standard output, outside the protocol',
  engine: 'Said by Switchboard',
} as const

const time = new Intl.DateTimeFormat(undefined, {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hour12: false,
})

function Entry({ entry }: { entry: LogEntry }) {
  if (entry.kind === 'gap')
    return (
      <p className="text-center text-muted">
        {entry.missing} {entry.missing === 1 ? 'line' : 'lines'} dropped here
      </p>
    )
  const { line } = entry
  return (
    <div className="flex gap-3">
      <span className="shrink-0 text-muted tabular-nums">{time.format(line.at)}</span>
      <span
        title={sourceTitles[line.source]}
        className={clsx(
          'w-6 shrink-0',
          { stderr: 'text-muted', stdout: 'text-warn', engine: 'text-accent' }[line.source],
        )}
      >
        {sourceMarks[line.source]}
      </span>
      <span className="min-w-0 flex-1 break-words whitespace-pre-wrap select-text">{visibleText(line.text)}</span>
    </div>
  )
}

export interface LogLinesProps {
  entries: readonly LogEntry[]
  follow: boolean
  onFollow: (follow: boolean) => void
}

export function LogLines({ entries, follow, onFollow }: LogLinesProps) {
  const scroller = useRef<HTMLElement>(null)
  const lastTop = useRef(0)
  // oxlint-disable-next-line react/incompatible-library -- the page is built without the compiler that this is about
  const virtual = useVirtualizer({
    count: entries.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => lineHeight,
    overscan: 20,
  })
  const total = virtual.getTotalSize()
  useEffect(() => {
    const element = scroller.current
    if (follow && element !== null) element.scrollTop = element.scrollHeight
  }, [follow, entries, total])
  const onScroll = () => {
    const element = scroller.current
    if (element === null) return
    const atEnd = element.scrollHeight - element.scrollTop - element.clientHeight < nearEnd
    if (follow && !atEnd && element.scrollTop < lastTop.current) onFollow(false)
    if (!follow && atEnd && element.scrollTop > lastTop.current) onFollow(true)
    lastTop.current = element.scrollTop
  }
  return (
    <section
      ref={scroller}
      onScroll={onScroll}
      aria-label="Log lines"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      className="min-h-0 flex-1 overflow-y-auto bg-canvas px-5 py-2 font-mono text-xs leading-5 -outline-offset-2"
    >
      <div className="relative w-full" style={{ height: total }}>
        {virtual.getVirtualItems().map((item) => {
          const entry = entries[item.index]
          return (
            entry && (
              <div
                key={item.key}
                ref={virtual.measureElement}
                data-index={item.index}
                className="absolute inset-x-0 top-0"
                style={{ transform: `translateY(${item.start}px)` }}
              >
                <Entry entry={entry} />
              </div>
            )
          )
        })}
      </div>
    </section>
  )
}
