import { type KeyboardEvent, useDeferredValue, useState } from 'react'
import { launchWords } from '#contract/launchWords'
import type { ServerSnapshot } from '#contract/server'
import { ServerRow } from '#renderer/features/servers/list/ServerRow.tsx'
import { SearchBox } from '#renderer/ui/SearchBox.tsx'

const filterFrom = 9

function matches(server: ServerSnapshot, wanted: string): boolean {
  return [server.name, server.slug, ...launchWords(server.launch), ...server.labels].some((text) =>
    text.toLowerCase().includes(wanted),
  )
}

/** Arrow keys walk along the rows; Home and End go to the ends. */
function walk(event: KeyboardEvent<HTMLUListElement>): void {
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-row-link]')]
  const at = links.indexOf(event.target as HTMLElement)
  if (at < 0) return
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: links.length - 1 }[event.key]
  if (to === undefined) return
  event.preventDefault()
  links[Math.max(0, Math.min(links.length - 1, to))]?.focus()
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
      <ul aria-label="Servers" onKeyDown={walk} className="min-h-0 flex-1 overflow-y-auto border-t border-line">
        {shown.map((server) => (
          <ServerRow key={server.slug} server={server} selected={server.slug === selected} />
        ))}
        {shown.length === 0 && (
          <li className="px-4 py-8 text-center text-sm text-muted">No server matches this filter.</li>
        )}
      </ul>
    </>
  )
}
