/** Shows the tools that a client sees in a project, and why others are hidden. */
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useDeferredValue, useMemo, useState } from 'react'
import type { ProjectSnapshot } from '#contract/project'
import { counted } from '#contract/text/counted'
import { useEngine } from '#renderer/client/engine.ts'
import { useProjectDialogs } from '#renderer/features/projects/ProjectDialogs.tsx'
import { type SightSearch, sightStates } from '#renderer/features/projects/projectsSearch.ts'
import { SightList } from '#renderer/features/projects/sight/SightList.tsx'
import { countsOf, sightLines } from '#renderer/features/projects/sight/sightLines.ts'
import { SightNotes } from '#renderer/features/projects/sight/SightNotes.tsx'
import type { Viewpoint } from '#renderer/features/projects/sight/sightWords.ts'
import { useSight, useSightSwitches } from '#renderer/features/projects/sight/useSight.ts'
import { toldApart } from '#renderer/features/projects/toldApart.ts'
import { useServers } from '#renderer/model/servers/useServers.ts'
import { wordsOf } from '#renderer/model/tools/toolFilter.ts'
import { Button } from '#renderer/ui/controls/Button.tsx'
import { FilterChoice } from '#renderer/ui/controls/FilterChoice.tsx'
import { LinkButton } from '#renderer/ui/controls/LinkButton.tsx'
import { EmptyNote } from '#renderer/ui/notes/EmptyNote.tsx'
import { NoMatch } from '#renderer/ui/notes/NoMatch.tsx'
import { ReadFailure } from '#renderer/ui/notes/ReadFailure.tsx'
import { FilterLine } from '#renderer/ui/rows/FilterLine.tsx'
import { visibleText } from '#renderer/ui/text/visibleText.ts'

const none: readonly never[] = []
const stateTitles = { seen: 'Seen', hidden: 'Hidden' } as const

export function SightTab({ projects }: { projects: readonly ProjectSnapshot[] }) {
  const filter = useSearch({ from: '/projects' })
  const navigate = useNavigate()
  const { queries } = useEngine()
  const dialogs = useProjectDialogs()
  const { data: servers = none } = useServers()
  const { data: clients, error: clientsError } = useQuery(queries.access.list.queryOptions())
  const [search, setSearch] = useState('')
  const wanted = useDeferredValue(search)
  const chosen = projects.find(({ id }) => id === filter.project) ?? null
  const client = clients?.find(({ id }) => id === filter.client) ?? null
  const bound = projects.find(({ id }) => id === client?.projectId) ?? null
  const isElsewhere = chosen !== null && bound !== null && chosen.id !== bound.id
  const project = chosen ?? bound
  const isKnown = clients !== undefined || clientsError !== null || filter.client === undefined
  const { tools, isPending, error, retry } = useSight(chosen?.id ?? null, client?.id ?? null, isKnown)
  const sightSwitches = useSightSwitches(project)
  const names = useMemo(() => {
    const told = toldApart(servers)
    return new Map(servers.map(({ slug, name }, index) => [slug, told[index] ?? name]))
  }, [servers])
  const viewpoint = useMemo<Viewpoint>(() => ({ project, client }), [project, client])
  const switches = useMemo(
    () => ({ ...sightSwitches, changeNaming: () => project !== null && dialogs.editProject(project) }),
    [sightSwitches, dialogs, project],
  )
  const { state } = filter
  // Thousands of lines are rendered in slices, so that the rest of the page stays responsive.
  const drawn = useDeferredValue(tools)
  const lines = useMemo(
    () => sightLines(drawn, names, { state, words: wordsOf(wanted) }),
    [drawn, names, state, wanted],
  )
  const counts = useMemo(() => countsOf(tools), [tools])
  const show = (part: { [Name in keyof SightSearch]: SightSearch[Name] | undefined }) => {
    const { project: projectId, client: clientId, state: shown } = { ...filter, ...part }
    const next = {
      tab: 'sight' as const,
      ...(projectId !== undefined && { project: projectId }),
      ...(clientId !== undefined && { client: clientId }),
      ...(shown !== undefined && { state: shown }),
    }
    void navigate({ to: '/projects', search: next, replace: true })
  }
  const showAll = () => {
    setSearch('')
    show({ state: undefined })
  }
  const body = () => {
    if (error !== null) return <ReadFailure what="The tools" error={error} onAgain={retry} className="m-5 max-md:m-3" />
    if (isPending || (drawn !== tools && lines.length === 0))
      return <div aria-busy="true" aria-label="Loading tools" className="flex-1" />
    if (isElsewhere)
      return (
        <div className="p-5 max-md:p-3">
          <EmptyNote action={<Button onClick={() => show({ project: bound.id })}>Show what it sees there</Button>}>
            {`${visibleText(client?.name ?? '')} can only use ${visibleText(bound.name)}. At the address of ${visibleText(chosen.name)} it sees nothing.`}
          </EmptyNote>
        </div>
      )
    if (tools.length === 0)
      return (
        <div className="p-5 max-md:p-3">
          <EmptyNote action={<LinkButton to="/servers">Go to Servers</LinkButton>}>
            {project === null
              ? 'No tools yet. Tools appear after a server’s first start.'
              : `${visibleText(project.name)} has no tools yet. Add a server to it. Tools appear after the first start.`}
          </EmptyNote>
        </div>
      )
    if (lines.length === 0) return <NoMatch onClear={showAll}>No results</NoMatch>
    return <SightList lines={lines} names={names} viewpoint={viewpoint} switches={switches} />
  }
  const found = lines.filter(({ kind }) => kind === 'tool').length
  const isFiltered = state !== undefined || wordsOf(wanted).length > 0
  return (
    <>
      <div className="flex flex-col gap-2 border-b border-line px-5 py-2.5 max-md:px-3">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1.5 text-sm">
          <span>What does</span>
          <FilterChoice
            label="Client"
            all="any client"
            value={client?.id}
            options={(clients ?? none).map(({ id, name }) => ({ value: id, title: visibleText(name) }))}
            onChange={(id) => show({ client: id })}
          />
          <span className="flex items-center gap-2">
            see in
            <FilterChoice
              label="Project"
              all="all projects"
              value={chosen?.id}
              options={projects.map(({ id, name }) => ({ value: id, title: visibleText(name) }))}
              onChange={(id) => show({ project: id })}
            />
            <span aria-hidden="true" className="-ml-0.5">
              ?
            </span>
          </span>
        </div>
        <SightNotes
          viewpoint={viewpoint}
          chosen={chosen}
          client={client}
          counts={counts}
          isRead={!isPending && error === null}
          isElsewhere={isElsewhere}
        />
        {tools.length > 0 && (
          <FilterLine
            label="Search these tools"
            value={search}
            onChange={setSearch}
            found={isFiltered ? `${counted(found, 'tool')} found` : ''}
          >
            <FilterChoice
              label="Visible or hidden"
              all="Seen and hidden"
              value={state}
              options={sightStates.map((one) => ({ value: one, title: `${stateTitles[one]} (${counts[one]})` }))}
              onChange={(next) => show({ state: sightStates.find((one) => one === next) })}
            />
          </FilterLine>
        )}
      </div>
      {body()}
    </>
  )
}
