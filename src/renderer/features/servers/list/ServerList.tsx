import { useDeferredValue, useState } from 'react'
import { launchWords } from '#contract/servers/launchWords'
import type { ServerSnapshot } from '#contract/servers/server'
import { ServerRow } from '#renderer/features/servers/list/ServerRow.tsx'
import { SearchBox } from '#renderer/ui/controls/SearchBox.tsx'
import { walkRows } from '#renderer/ui/rows/rows.ts'

const filterFrom = 9

function matches(server: ServerSnapshot, wanted: string): boolean {
  return [server.name, server.slug, ...launchWords(server.launch), ...server.labels].some((text) =>
    text.toLowerCase().includes(wanted),
  )
}

export function ServerList({ servers, selected }: { servers: readonly ServerSnapshot[]; selected: string | null }) {
  const [filter, setFilter] = useState('')
  const wanted = useDeferredValue(filter).trim().toLowerCase()
  const filterable = servers.length >= filterFrom
  const shown = filterable && wanted !== '' ? servers.filter((server) => matches(server, wanted)) : servers
  return (
    <>
      {filterable && <SearchBox label="Filter servers" value={filter} onChange={setFilter} className="mx-4 mb-3" />}
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <ul aria-label="Servers" onKeyDown={walkRows} className="min-h-0 flex-1 overflow-y-auto border-t border-line">
        {shown.map((server) => (
          <ServerRow key={server.slug} server={server} selected={server.slug === selected} />
        ))}
        {shown.length === 0 && <li className="px-4 py-8 text-center text-sm text-muted">No results</li>}
      </ul>
    </>
  )
}
