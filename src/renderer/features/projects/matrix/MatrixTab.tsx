/** The matrix with its filter: it shows which servers and tools are on in which project. */
import { Plus } from 'lucide-react'
import { useDeferredValue, useMemo, useState } from 'react'
import type { ProjectSnapshot } from '#contract/project'
import { counted } from '#contract/text/counted'
import { MatrixGrid, type MatrixGridProps } from '#renderer/features/projects/matrix/grid/MatrixGrid.tsx'
import { firstProject } from '#renderer/features/projects/matrix/grid/shape.ts'
import type { NamedTool } from '#renderer/features/projects/matrix/naming/namedTool.ts'
import { actionOf } from '#renderer/features/projects/matrix/rows/actions.ts'
import { sweptByColumn, sweptWords } from '#renderer/features/projects/matrix/rows/bulk.ts'
import { ownWords, pairOf } from '#renderer/features/projects/matrix/rows/cells.ts'
import { linesOf } from '#renderer/features/projects/matrix/rows/lines.ts'
import { useMatrix } from '#renderer/features/projects/matrix/useMatrix.ts'
import { useServerFailures } from '#renderer/features/projects/matrix/useServerFailures.ts'
import { useServerDialogs } from '#renderer/model/servers/serverDialogs.ts'
import { wordsOf } from '#renderer/model/tools/toolFilter.ts'
import { SampleButton } from '#renderer/parts/server/SampleButton.tsx'
import { Button } from '#renderer/ui/controls/Button.tsx'
import { EmptyNote } from '#renderer/ui/notes/EmptyNote.tsx'
import { NoMatch } from '#renderer/ui/notes/NoMatch.tsx'
import { ReadFailure } from '#renderer/ui/notes/ReadFailure.tsx'
import { FilterLine } from '#renderer/ui/rows/FilterLine.tsx'
import { onDemand } from '#renderer/ui/page/onDemand.tsx'

const ToolNameDialog = onDemand(() =>
  import('#renderer/features/projects/matrix/naming/ToolNameDialog.tsx').then((module) => module.ToolNameDialog),
)

function NoServers() {
  const dialogs = useServerDialogs()
  return (
    <div className="p-5 max-md:p-3">
      <EmptyNote
        action={
          <div className="flex flex-wrap justify-center gap-2">
            <Button look="primary" onClick={() => dialogs.addServer()}>
              <Plus className="size-4" aria-hidden="true" />
              Add a server
            </Button>
            <SampleButton />
          </div>
        }
      >
        No servers yet. Add one, then choose here which projects use it and with which tools.
      </EmptyNote>
    </div>
  )
}

export function MatrixTab({ projects }: { projects: readonly ProjectSnapshot[] }) {
  const { rows, error, retry, run } = useMatrix()
  const failures = useServerFailures()
  const [search, setSearch] = useState('')
  const [folded, setFolded] = useState<ReadonlyMap<string, boolean>>(new Map())
  /**
   * Servers that a person folded or unfolded while a filter is active. Without a filter, the earlier folding applies
   * again.
   */
  const [foldedFound, setFoldedFound] = useState<ReadonlyMap<string, boolean>>(new Map())
  const [named, setNamed] = useState<NamedTool | null>(null)
  const wanted = useDeferredValue(search)
  const words = useMemo(() => wordsOf(wanted), [wanted])
  const isFiltered = words.length > 0
  const folding = isFiltered ? foldedFound : folded
  const lines = useMemo(() => linesOf(rows ?? [], folding, words), [rows, folding, words])
  const swept = useMemo(() => sweptByColumn(lines), [lines])
  const find = (text: string) => {
    setSearch(text)
    if (text.trim() === '') setFoldedFound(new Map())
  }
  if (error !== null) return <ReadFailure what="The servers" error={error} onAgain={retry} className="m-5 max-md:m-3" />
  if (rows === undefined) return <div aria-busy="true" aria-label="The servers are being read" className="flex-1" />
  if (rows.length === 0) return <NoServers />
  const onAct: MatrixGridProps['onAct'] = (act, place) => {
    const line = lines[place.line] ?? null
    const project = projects[place.column - firstProject] ?? null
    if (act !== 'own') {
      const action = actionOf({ act, line, project }, projects, swept)
      if (action !== null) run(action.said, action.changes)
      return
    }
    if (line?.kind !== 'tool' || project === null || pairOf(line.row, project.id) === null) return
    const { slug, name: server, tools } = line.row
    const before = ownWords(line.row, line.tool, project.id)
    setNamed({ slug, server, tool: tools[line.tool]?.name ?? '', project, before })
  }
  const toolCount = rows.reduce((sum, row) => sum + row.tools.length, 0)
  const totals = [counted(rows.length, 'server'), counted(toolCount, 'tool'), counted(projects.length, 'project')].join(
    ', ',
  )
  return (
    <>
      <FilterLine
        label="Filter servers and tools"
        value={search}
        onChange={find}
        found={isFiltered ? `${sweptWords(swept)} found` : totals}
        hidesFound
        className="border-b border-line px-5 py-2 max-md:px-3"
      />
      {lines.length === 0 ? (
        <NoMatch onClear={() => find('')}>No servers or tools match this filter.</NoMatch>
      ) : (
        <MatrixGrid
          lines={lines}
          projects={projects}
          swept={swept}
          isFiltered={isFiltered}
          failures={failures}
          onFold={(slug, isFolded) => {
            const change = isFiltered ? setFoldedFound : setFolded
            change((known) => new Map(known).set(slug, isFolded))
          }}
          onAct={onAct}
        />
      )}
      {named !== null && <ToolNameDialog named={named} onClose={() => setNamed(null)} />}
    </>
  )
}
