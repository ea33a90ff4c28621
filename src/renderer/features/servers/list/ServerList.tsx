/** The list of servers: those that need attention first, then by name. */
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useDeferredValue, useMemo, useState } from 'react'
import { launchWords } from '#contract/servers/launchWords'
import type { ServerSnapshot } from '#contract/servers/server'
import { ServerRow } from '#renderer/features/servers/list/ServerRow.tsx'
import { emptyStates, StateFilter } from '#renderer/features/servers/list/StateFilter.tsx'
import { useSettledOrder } from '#renderer/features/servers/list/useSettledOrder.ts'
import { chosenId, useChosenProject } from '#renderer/model/projects/chosenProject.ts'
import { useProjectNames } from '#renderer/model/projects/useProjects.ts'
import { byUrgency, type Condition, conditionOf } from '#renderer/model/servers/serverCondition.ts'
import { useServerActions } from '#renderer/model/servers/useServerActions.ts'
import { useShownServers } from '#renderer/model/servers/useShownServer.ts'
import { SearchBox } from '#renderer/ui/controls/SearchBox.tsx'
import { NoMatch } from '#renderer/ui/notes/NoMatch.tsx'
import { walkRows } from '#renderer/ui/rows/rows.ts'

const searchableFrom = 9
const filterableFrom = 3

function matches(server: ServerSnapshot, wanted: string): boolean {
  return [server.name, server.slug, ...launchWords(server.launch), ...server.labels].some((text) =>
    text.toLowerCase().includes(wanted),
  )
}

export function ServerList({ servers, selected }: { servers: readonly ServerSnapshot[]; selected: string | null }) {
  const [search, setSearch] = useState('')
  const { state } = useSearch({ from: '/servers' })
  const navigate = useNavigate()
  const shown = useShownServers(servers)
  const wanted = useDeferredValue(search).trim().toLowerCase()
  const isSearchable = servers.length >= searchableFrom
  const isSearched = isSearchable && wanted !== ''
  const found = useMemo(() => {
    const searched = isSearched ? shown.filter((server) => matches(server, wanted)) : shown
    return byUrgency(state === undefined ? searched : searched.filter((server) => conditionOf(server) === state))
  }, [shown, isSearched, wanted, state])
  const subject = JSON.stringify([state, isSearched && wanted, chosenId()])
  const { order, handlers } = useSettledOrder(
    found.map(({ slug }) => slug),
    subject,
  )
  const filter = (next: Condition | undefined) =>
    void navigate({ to: '.', search: (before) => ({ ...before, state: next }) as typeof before, replace: true })
  const bySlug = new Map(shown.map((server) => [server.slug, server]))
  const projectId = useChosenProject()?.id ?? null
  const actions = useServerActions()
  const projects = useProjectNames()
  const showAll = () => {
    setSearch('')
    filter(undefined)
  }
  return (
    <>
      {isSearchable && <SearchBox label="Filter servers" value={search} onChange={setSearch} className="mx-4 mb-3" />}
      {(servers.length >= filterableFrom || state !== undefined) && (
        <StateFilter servers={shown} value={state} onChange={filter} />
      )}
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <ul
        aria-label="Servers"
        onKeyDown={walkRows}
        {...handlers}
        className="min-h-0 flex-1 overflow-y-auto border-t border-line"
      >
        {order.map((slug) => {
          const server = bySlug.get(slug)
          if (server === undefined) return null
          return (
            <ServerRow
              key={slug}
              server={server}
              selected={slug === selected}
              projectId={projectId}
              projects={projects.size > 1 ? projects : null}
              actions={actions}
            />
          )
        })}
        {order.length === 0 && (
          <li>
            <NoMatch onClear={showAll}>{state === undefined || isSearched ? 'No results' : emptyStates[state]}</NoMatch>
          </li>
        )}
      </ul>
    </>
  )
}
