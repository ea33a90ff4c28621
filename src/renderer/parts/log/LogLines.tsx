import { counted } from '#contract/text/counted'
import { clsx } from 'clsx'
import { keyOfEntry, type LogEntry } from '#renderer/parts/log/logBuffer.ts'
import { FollowedRows } from '#renderer/ui/rows/FollowedRows.tsx'
import { clockTime } from '#renderer/ui/text/times.ts'
import { visibleText } from '#renderer/ui/text/visibleText.ts'

const lineHeight = 20
const guess = () => lineHeight

const sourceMarks = { stderr: 'err', stdout: 'out', engine: 'app' } as const
const sourceTitles = {
  stderr: 'Printed to standard error',
  stdout: 'Printed to standard output, outside the protocol',
  engine: 'Written by Switchboard',
} as const

function Entry({ entry }: { entry: LogEntry }) {
  if (entry.kind === 'gap')
    return <p className="text-center text-muted">{counted(entry.missing, 'line')} dropped here</p>
  const { line } = entry
  return (
    <div className="flex gap-3">
      <span className="shrink-0 text-muted tabular-nums">{clockTime(line.at)}</span>
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
  return (
    <FollowedRows
      label="Log lines"
      rows={entries}
      keyOf={keyOfEntry}
      guess={guess}
      overscan={20}
      following={follow}
      onFollowing={onFollow}
      className="min-h-0 flex-1 bg-canvas px-5 py-2 font-mono text-xs leading-5"
    >
      {(entry) => <Entry entry={entry} />}
    </FollowedRows>
  )
}
