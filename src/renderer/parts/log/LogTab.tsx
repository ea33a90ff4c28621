import { Eraser } from 'lucide-react'
import { useMemo, useState } from 'react'
import { asText, shownEntries } from '#renderer/parts/log/logBuffer.ts'
import { LogLines } from '#renderer/parts/log/LogLines.tsx'
import { useLog } from '#renderer/parts/log/useLog.ts'
import { CopyButton } from '#renderer/ui/controls/CopyButton.tsx'
import { IconButton } from '#renderer/ui/controls/IconButton.tsx'
import { SearchBox } from '#renderer/ui/controls/SearchBox.tsx'
import { Switch } from '#renderer/ui/controls/Switch.tsx'
import { useDebounced } from '#renderer/ui/page/useDebounced.ts'

export function LogTab({ slug }: { slug: string }) {
  const buffer = useLog(slug)
  const [search, setSearch] = useState('')
  const [follow, setFollow] = useState(true)
  const [clearedAt, setClearedAt] = useState(0)
  const wanted = useDebounced(search, 120)
  const entries = useMemo(() => shownEntries(buffer, clearedAt, wanted), [buffer, clearedAt, wanted])
  const newest = buffer.lines.at(-1)?.number ?? 0
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
        <IconButton
          label="Clear this view"
          icon={<Eraser aria-hidden="true" />}
          onClick={() => setClearedAt(newest)}
          disabled={entries.length === 0}
        />
        <CopyButton label="Copy" text={() => asText(entries)} disabled={entries.length === 0} />
      </div>
      {entries.length === 0 ? (
        <p className="flex-1 bg-canvas px-5 py-10 text-center text-sm text-muted">
          {wanted.trim() === '' ? 'No output yet.' : 'No results'}
        </p>
      ) : (
        <LogLines entries={entries} follow={follow} onFollow={setFollow} />
      )}
    </>
  )
}
