/** The tools of all servers of the project: search, switch, inspect, try. */
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useCallback, useMemo, useState } from 'react'
import { messageOf } from '#contract/errors'
import type { ToolSnapshot } from '#contract/tools/tool'
import { needsUsage, sortFigure, sortTitles, sortTools } from '#renderer/features/tools/sortTools.ts'
import { useToolUsage } from '#renderer/features/tools/useToolUsage.ts'
import { isShown, useChosenProject } from '#renderer/model/projects/chosenProject.ts'
import { useServerDialogs } from '#renderer/model/servers/serverDialogs.ts'
import { useServers } from '#renderer/model/servers/useServers.ts'
import { BulkSwitch } from '#renderer/parts/tool/BulkSwitch.tsx'
import { isOffered, offeredCost, shortCount } from '#renderer/model/tools/toolCost.ts'
import { filterTools } from '#renderer/model/tools/toolFilter.ts'
import { ToolList } from '#renderer/parts/tool/ToolList.tsx'
import { ToolSheet } from '#renderer/parts/tool/ToolSheet.tsx'
import { type ToolSearch, toolSearch, toolStates } from '#renderer/model/tools/toolSearch.ts'
import { useChangedTools } from '#renderer/features/tools/useChangedTools.ts'
import { toolKey } from '#renderer/model/tools/toolKey.ts'
import { useTools } from '#renderer/model/tools/useTools.ts'
import { SampleButton } from '#renderer/parts/server/SampleButton.tsx'
import { Button } from '#renderer/ui/controls/Button.tsx'
import { EmptyPage } from '#renderer/ui/notes/EmptyPage.tsx'
import { FilterChoice } from '#renderer/ui/controls/FilterChoice.tsx'
import { LinkButton } from '#renderer/ui/controls/LinkButton.tsx'
import { NoMatch } from '#renderer/ui/notes/NoMatch.tsx'
import { SearchBox } from '#renderer/ui/controls/SearchBox.tsx'
import { SortChoice } from '#renderer/ui/controls/SortChoice.tsx'
import { useNow } from '#renderer/ui/page/useNow.ts'
import { useSearchText } from '#renderer/ui/page/useSearchText.ts'
import { visibleText } from '#renderer/ui/text/visibleText.ts'

const searchRestMs = 80
/** With more tools than this, clients are known to hide tools or to choose badly. */
const manyTools = 80

const stateTitles = { on: 'On', off: 'Off', quarantined: 'Quarantined', changed: 'Changed since allowed' } as const

export function ToolsPage() {
  const filter = useSearch({ from: '/tools' })
  const navigate = useNavigate()
  const project = useChosenProject()
  const { data: allServers } = useServers()
  const { tools, isPending, error, setEnabled } = useTools({ projectId: project?.id ?? null })
  const changed = useChangedTools()
  const dialogs = useServerDialogs()
  const [openKey, setOpenKey] = useState<string | null>(null)
  const usage = useToolUsage(project?.id ?? null, needsUsage(filter.sort))
  const now = useNow(false)
  const servers = useMemo(() => (allServers ?? []).filter((server) => isShown(project, server)), [allServers, project])
  const slugs = useMemo(() => new Set(servers.map((server) => server.slug)), [servers])
  const inProject = useMemo(() => filterTools(tools, slugs, {}, ''), [tools, slugs])
  const shown = useMemo(
    () => sortTools(filterTools(inProject, slugs, filter, filter.text ?? '', changed), filter.sort, usage),
    [inProject, slugs, filter, changed, usage],
  )
  const offered = useMemo(() => inProject.filter(isOffered).length, [inProject])
  const cost = useMemo(() => offeredCost(inProject), [inProject])
  const opened = openKey === null ? undefined : tools.find((tool) => toolKey(tool) === openKey)
  const show = (part: { [Name in keyof ToolSearch]: ToolSearch[Name] | undefined }) =>
    void navigate({ to: '/tools', search: toolSearch({ ...filter, ...part }), replace: true })
  const [search, setSearch] = useSearchText(
    filter.text ?? '',
    (text) => show({ text: text === '' ? undefined : text }),
    searchRestMs,
  )
  const showAll = () =>
    void navigate({ to: '/tools', search: filter.sort === undefined ? {} : { sort: filter.sort }, replace: true })
  const open = useCallback((tool: ToolSnapshot) => setOpenKey(toolKey(tool)), [])
  if (error !== null) return <main className="p-6 text-sm text-bad">{messageOf(error)}</main>
  if (isPending || allServers === undefined) return <main aria-busy="true" aria-label="Loading tools" />
  if (inProject.length === 0)
    return (
      <main className="overflow-y-auto">
        {servers.length === 0 ? (
          <EmptyPage
            title="No tools yet"
            actions={
              <>
                <Button look="primary" onClick={() => dialogs.addServer()}>
                  <Plus className="size-4" aria-hidden="true" />
                  Add a server
                </Button>
                <SampleButton />
              </>
            }
          >
            Servers provide the tools. Add a server to see and try its tools, and to choose which of them your clients
            get.
          </EmptyPage>
        ) : (
          <EmptyPage title="No tools yet" actions={<LinkButton to="/servers">Go to Servers</LinkButton>}>
            Tools appear after a server’s first start.
          </EmptyPage>
        )}
      </main>
    )
  return (
    <main className="flex min-h-0 min-w-0 flex-col bg-surface">
      <header className="flex flex-wrap items-baseline gap-x-3 gap-y-1 px-5 pt-3 pb-2">
        <h1 className="text-lg font-semibold">Tools</h1>
        <p className="text-sm text-muted tabular-nums">
          Clients see {offered} of {inProject.length}, about {shortCount(cost)} tokens in every request.
        </p>
        {offered > manyTools && <p className="text-sm text-warn">More than {manyTools} tools confuse many clients.</p>}
      </header>
      <div className="flex flex-wrap items-center gap-2 border-b border-line px-5 pb-2">
        <SearchBox label="Search tools" value={search} onChange={setSearch} className="max-w-72 min-w-40 flex-1" />
        <FilterChoice
          label="Server"
          all="All servers"
          value={filter.server}
          options={servers.map((server) => ({ value: server.slug, title: visibleText(server.name) }))}
          onChange={(server) => show({ server })}
        />
        <FilterChoice
          label="State"
          all="Any state"
          value={filter.state}
          options={toolStates.map((state) => ({ value: state, title: stateTitles[state] }))}
          onChange={(state) => show({ state: toolStates.find((one) => one === state) })}
        />
        <SortChoice
          usual="Order of servers"
          titles={sortTitles}
          value={filter.sort}
          onChange={(sort) => show({ sort })}
        />
        <BulkSwitch shown={shown} filtered={shown.length !== inProject.length} setEnabled={setEnabled} />
      </div>
      {shown.length === 0 ? (
        <NoMatch onClear={showAll}>No results</NoMatch>
      ) : (
        <ToolList
          amongOthers
          tools={shown}
          figureOf={(tool) => sortFigure(tool, filter.sort, usage, now)}
          onOpen={open}
          setEnabled={setEnabled}
        />
      )}
      {opened !== undefined && (
        <ToolSheet
          key={toolKey(opened)}
          tool={opened}
          projectId={project?.id ?? null}
          onClose={() => setOpenKey(null)}
        />
      )}
    </main>
  )
}
