import { clsx } from 'clsx'
import { useMemo, useState } from 'react'
import type { HostedLogLine } from '#contract/hosting/hostedServer'
import { messageOf } from '#contract/errors'
import { useHostedLog } from '#renderer/features/hosting/useHosted.ts'
import { CopyButton } from '#renderer/ui/controls/CopyButton.tsx'
import { SearchBox } from '#renderer/ui/controls/SearchBox.tsx'
import { Switch } from '#renderer/ui/controls/Switch.tsx'
import { Notice } from '#renderer/ui/notes/Notice.tsx'
import { FollowedRows } from '#renderer/ui/rows/FollowedRows.tsx'
import { clockTime } from '#renderer/ui/text/times.ts'
import { visibleText } from '#renderer/ui/text/visibleText.ts'

interface NumberedLine extends HostedLogLine {
  readonly key: string
}

const lineHeight = 20
const guess = () => lineHeight
const keyOf = ({ key }: NumberedLine) => key

const sourceMarks = { stderr: 'err', stdout: 'out', engine: 'app' } as const
const sourceColours = { stderr: 'text-muted', stdout: 'text-warn', engine: 'text-accent' } as const

/** Lines of one moment are told apart by their order. */
function numbered(lines: readonly HostedLogLine[]): NumberedLine[] {
  const seen = new Map<string, number>()
  return lines.map((line) => {
    const count = (seen.get(line.at) ?? 0) + 1
    seen.set(line.at, count)
    return { ...line, key: `${line.at} ${count}` }
  })
}

function Line({ line: { at, source, text } }: { line: NumberedLine }) {
  return (
    <div className="flex gap-3">
      <span className="shrink-0 text-muted tabular-nums">{clockTime(Date.parse(at))}</span>
      <span className={clsx('w-6 shrink-0', sourceColours[source])}>{sourceMarks[source]}</span>
      <span className="min-w-0 flex-1 break-words whitespace-pre-wrap select-text">{visibleText(text)}</span>
    </div>
  )
}

export function HostedLogTab({ id }: { id: string }) {
  const { data, error } = useHostedLog(id)
  const [search, setSearch] = useState('')
  const [follow, setFollow] = useState(true)
  const wanted = search.trim().toLowerCase()
  const lines = useMemo(() => numbered(data ?? []), [data])
  const shown = wanted === '' ? lines : lines.filter(({ text }) => text.toLowerCase().includes(wanted))
  const asText = () => shown.map(({ at, source, text }) => `${at} ${source} ${text}\n`).join('')
  return (
    <>
      <div className="flex flex-wrap items-center gap-2 border-b border-line px-5 py-2">
        <SearchBox label="Search the log" value={search} onChange={setSearch} className="max-w-72 min-w-48 flex-1" />
        <span className="flex-1 max-sm:hidden" />
        <span className="flex items-center gap-2 text-sm">
          <span aria-hidden="true" className="text-muted">
            Follow
          </span>
          <Switch label="Follow new lines" checked={follow} onCheckedChange={setFollow} />
        </span>
        <CopyButton label="Copy" text={asText} disabled={shown.length === 0} />
      </div>
      {error !== null && (
        <Notice tone="bad" className="m-5">
          Its log could not be read: {visibleText(messageOf(error))}
        </Notice>
      )}
      {shown.length === 0 ? (
        <p className="flex-1 bg-canvas px-5 py-10 text-center text-sm text-muted">
          {wanted === '' ? 'It has said nothing so far.' : 'No line holds this text.'}
        </p>
      ) : (
        <FollowedRows
          label="Log lines"
          rows={shown}
          keyOf={keyOf}
          guess={guess}
          overscan={20}
          following={follow}
          onFollowing={setFollow}
          className="min-h-0 flex-1 bg-canvas px-5 py-2 font-mono text-xs leading-5"
        >
          {(line) => <Line line={line} />}
        </FollowedRows>
      )}
    </>
  )
}
