/** One line of the matrix: a server or a tool, with its switches. */
import { clsx } from 'clsx'
import { ChevronRight } from 'lucide-react'
import { memo } from 'react'
import type { ProjectSnapshot } from '#contract/project'
import type { MatrixRow } from '#contract/projectServers'
import { atOf } from '#renderer/features/projects/matrix/grid/cellMarks.ts'
import { ProjectCell } from '#renderer/features/projects/matrix/grid/ProjectCell.tsx'
import { allColumn, type Frame, lineHeight, nameColumn } from '#renderer/features/projects/matrix/grid/shape.ts'
import { SwitchButton } from '#renderer/features/projects/matrix/grid/SwitchButton.tsx'
import { sweptState } from '#renderer/features/projects/matrix/rows/bulk.ts'
import { StatusDot } from '#renderer/parts/server/StatusDot.tsx'
import { visibleText } from '#renderer/ui/text/visibleText.ts'

export interface MatrixLineProps {
  row: MatrixRow
  /** The tool's index; null: the line of the server itself. */
  tool: number | null
  isOpen: boolean
  /** Why the server has failed; null: the server has not failed. */
  failure: string | null
  line: number
  top: number
  position: number
  siblings: number
  projects: readonly ProjectSnapshot[]
  frame: Frame
  /** The column that Tab leads to; null: Tab leads to another line. */
  activeColumn: number | null
  /** Whether the pointer is over the line. */
  isNear: boolean
}

type ServerNameProps = Pick<MatrixLineProps, 'row' | 'isOpen' | 'failure'> & { tabIndex: number }

function ServerName({ row, isOpen, failure, tabIndex }: ServerNameProps) {
  return (
    <button
      type="button"
      data-act="fold"
      data-landing=""
      tabIndex={tabIndex}
      className="flex h-full min-w-0 flex-1 items-center gap-1.5 rounded text-left"
    >
      <ChevronRight
        aria-hidden="true"
        className={clsx('size-4 shrink-0 text-muted', isOpen && 'rotate-90', row.tools.length === 0 && 'invisible')}
      />
      <span className="truncate font-medium">{visibleText(row.name)}</span>
      {failure !== null && (
        <span title={visibleText(failure)} className="flex shrink-0 items-center gap-1 text-xs text-bad">
          <StatusDot tone="bad" />
          <span className="max-md:sr-only">Failed</span>
        </span>
      )}
      <span className="ml-auto shrink-0 text-xs text-muted tabular-nums max-md:sr-only">
        {row.tools.length}
        <span className="sr-only"> tools</span>
      </span>
    </button>
  )
}

function ToolName({ row, tool, tabIndex }: { row: MatrixRow; tool: number; tabIndex: number }) {
  const { name = '', title = null, isQuarantined = false } = row.tools[tool] ?? {}
  return (
    <span
      data-landing=""
      tabIndex={tabIndex}
      title={title === null ? visibleText(name) : visibleText(`${name} (${title})`)}
      className="flex min-w-0 flex-1 items-center gap-2 rounded pl-6 max-md:pl-3"
    >
      <span className="truncate font-mono text-sm">{visibleText(name)}</span>
      {isQuarantined && <span className="shrink-0 text-xs text-warn">quarantined</span>}
    </span>
  )
}

export const MatrixLine = memo(function MatrixLine(props: MatrixLineProps) {
  const { row, tool, isOpen, failure, line, top, position, siblings, projects, frame, activeColumn, isNear } = props
  const stop = (column: number) => (column === activeColumn ? 0 : -1)
  const ids = projects.map(({ id }) => id)
  const all = sweptState([{ row, tools: tool === null ? null : [tool] }], ids)
  const name = visibleText(tool === null ? row.name : (row.tools[tool]?.name ?? ''))
  const isOfFile = projects.some(({ id, file }) => file !== null && row.pairs.some(({ projectId }) => projectId === id))
  return (
    <div
      role="row"
      aria-level={tool === null ? 1 : 2}
      aria-posinset={position}
      aria-setsize={siblings}
      aria-rowindex={line + 3}
      {...(tool === null && { 'aria-expanded': isOpen })}
      data-row={tool === null ? row.slug : `${row.slug}/${row.tools[tool]?.name ?? ''}`}
      className={clsx('absolute left-0 min-w-full border-b border-line', tool === null ? 'bg-surface' : 'bg-canvas')}
      style={{ top, height: lineHeight, width: frame.width }}
    >
      <div
        className="sticky left-0 z-10 flex h-full bg-inherit"
        role="presentation"
        style={{ width: frame.widths.names + frame.widths.all }}
      >
        <div
          role="rowheader"
          aria-colindex={nameColumn + 1}
          data-cell={atOf({ line, column: nameColumn })}
          className="flex min-w-0 items-center py-1 pr-2 pl-2 max-md:pl-1"
          style={{ width: frame.widths.names }}
        >
          {tool === null ? (
            <ServerName row={row} isOpen={isOpen} failure={failure} tabIndex={stop(nameColumn)} />
          ) : (
            <ToolName row={row} tool={tool} tabIndex={stop(nameColumn)} />
          )}
        </div>
        <div
          role="gridcell"
          aria-colindex={allColumn + 1}
          data-cell={atOf({ line, column: allColumn })}
          className="flex shrink-0 items-center border-x border-line px-2.5"
          style={{ width: frame.widths.all }}
        >
          {all === 'absent' ? (
            <span
              data-landing=""
              tabIndex={stop(allColumn)}
              title={tool === null ? 'In no project' : undefined}
              className="truncate rounded text-xs text-muted"
            >
              {tool === null ? 'In no project' : '–'}
            </span>
          ) : (
            <SwitchButton label={`${name} in all its projects`} state={all} tabIndex={stop(allColumn)} />
          )}
        </div>
      </div>
      {frame.columns.map((shown) => (
        <ProjectCell
          key={shown.project.id}
          row={row}
          tool={tool}
          name={name}
          shown={shown}
          canPut={shown.project.file === null && !isOfFile}
          line={line}
          isNear={isNear || activeColumn !== null}
          tabIndex={stop(shown.column)}
        />
      ))}
    </div>
  )
})
