/** The recorded calls: caller, tool, arguments and outcome. New calls appear while the page is open. */
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import type { CallFilter } from '#contract/tools/call'
import { messageOf } from '#contract/errors'
import { useEngine } from '#renderer/client/engine.ts'
import {
  type ActivitySearch,
  activitySearch,
  orderTitles,
  outcomes,
} from '#renderer/features/activity/activitySearch.ts'
import { CallList } from '#renderer/features/activity/CallList.tsx'
import { CallSheet } from '#renderer/parts/call/CallSheet.tsx'
import { outcomeWords } from '#renderer/model/calls/callWords.ts'
import { useCalls } from '#renderer/features/activity/useCalls.ts'
import { isShown, useChosenProject } from '#renderer/model/projects/chosenProject.ts'
import { useServers } from '#renderer/model/servers/useServers.ts'
import { EmptyPage } from '#renderer/ui/notes/EmptyPage.tsx'
import { FilterChoice } from '#renderer/ui/controls/FilterChoice.tsx'
import { LinkButton } from '#renderer/ui/controls/LinkButton.tsx'
import { NoMatch } from '#renderer/ui/notes/NoMatch.tsx'
import { Notice } from '#renderer/ui/notes/Notice.tsx'
import { SearchBox } from '#renderer/ui/controls/SearchBox.tsx'
import { SortChoice } from '#renderer/ui/controls/SortChoice.tsx'
import { useSearchText } from '#renderer/ui/page/useSearchText.ts'
import { visibleText } from '#renderer/ui/text/visibleText.ts'

const searchRestMs = 250

function Retention() {
  const { queries } = useEngine()
  const { data: settings } = useQuery(queries.settings.get.queryOptions())
  if (settings === undefined) return null
  return (
    <p className="text-sm text-muted">
      {settings.recording === 'off' ? 'Recording is off.' : `Kept for ${settings.keepCallsDays} days.`}{' '}
      <Link to="/settings" search={{ section: 'records' }} className="rounded text-accent underline underline-offset-2">
        Change
      </Link>
    </p>
  )
}

export function ActivityPage() {
  const chosen = useSearch({ from: '/activity' })
  const navigate = useNavigate()
  const project = useChosenProject()
  const { data: allServers = [] } = useServers()
  const [openId, setOpenId] = useState<string | null>(null)
  const { order, ...chosenFilter } = chosen
  const filter: CallFilter = {
    ...chosenFilter,
    ...(project !== null && { projectId: project.id }),
  }
  const { calls, isPending, error, isMore, readMore } = useCalls(filter, order ?? 'newest')
  const servers = allServers.filter((server) => isShown(project, server))
  const clients = [...new Set(calls.flatMap(({ run }) => (run.client === null ? [] : [run.client])))].sort()
  const tools = [...new Set(calls.map((call) => call.tool))].sort()
  const show = (part: { [Name in keyof ActivitySearch]: ActivitySearch[Name] | undefined }) =>
    void navigate({ to: '/activity', search: activitySearch({ ...chosen, ...part }), replace: true })
  const [search, setSearch] = useSearchText(
    chosen.text ?? '',
    (text) => show({ text: text === '' ? undefined : text }),
    searchRestMs,
  )
  const showAll = () => void navigate({ to: '/activity', search: order === undefined ? {} : { order }, replace: true })
  const filtered = Object.keys(chosenFilter).length > 0
  if (!filtered && !isPending && calls.length === 0 && error === null)
    return (
      <main className="overflow-y-auto">
        <EmptyPage
          title="No calls yet"
          actions={
            servers.length === 0 ? (
              <LinkButton to="/servers">Add a server</LinkButton>
            ) : (
              <LinkButton to="/tools">Try a tool</LinkButton>
            )
          }
        >
          <p>
            Every tool call appears here with its arguments, result and duration: calls by your clients, by the chat,
            and those you make by hand.
          </p>
          <div className="mt-3">
            <Retention />
          </div>
        </EmptyPage>
      </main>
    )
  return (
    <main className="flex min-h-0 min-w-0 flex-col bg-surface">
      <header className="flex flex-wrap items-baseline gap-x-3 gap-y-1 px-5 pt-3 pb-2">
        <h1 className="text-lg font-semibold">Activity</h1>
        <Retention />
      </header>
      <div className="flex flex-wrap items-center gap-2 border-b border-line px-5 pb-2">
        <SearchBox label="Search calls" value={search} onChange={setSearch} className="max-w-72 min-w-40 flex-1" />
        <FilterChoice
          label="Outcome"
          all="Any outcome"
          value={chosen.status}
          options={outcomes.map((one) => ({ value: one, title: outcomeWords[one] }))}
          onChange={(status) => show({ status: outcomes.find((one) => one === status) })}
        />
        <FilterChoice
          label="Server"
          all="All servers"
          value={chosen.server}
          options={servers.map((server) => ({ value: server.slug, title: visibleText(server.name) }))}
          onChange={(server) => show({ server })}
        />
        <FilterChoice
          label="Tool"
          all="All tools"
          value={chosen.tool}
          options={tools.map((tool) => ({ value: tool, title: visibleText(tool) }))}
          onChange={(tool) => show({ tool })}
        />
        <FilterChoice
          label="Client"
          all="All clients"
          value={chosen.client}
          options={clients.map((client) => ({ value: client, title: visibleText(client) }))}
          onChange={(client) => show({ client })}
        />
        <SortChoice
          usual="Newest first"
          titles={orderTitles}
          value={order}
          onChange={(next) => show({ order: next })}
        />
      </div>
      {error !== null && calls.length === 0 && (
        <Notice tone="bad" className="m-5">
          {visibleText(messageOf(error))}
        </Notice>
      )}
      {!isPending && calls.length === 0 && error === null && <NoMatch onClear={showAll}>No results</NoMatch>}
      {calls.length > 0 && <CallList calls={calls} isMore={isMore} onMore={readMore} onOpen={setOpenId} />}
      {openId !== null && <CallSheet key={openId} id={openId} onClose={() => setOpenId(null)} />}
    </main>
  )
}
