/** The two lines that stay visible: the projects with their menus, and the switches for whole columns. */
import { clsx } from 'clsx'
import { memo, type ReactNode } from 'react'
import type { ProjectSnapshot } from '#contract/project'
import { ProjectMenu } from '#renderer/features/projects/ProjectMenu.tsx'
import { atOf } from '#renderer/features/projects/matrix/grid/cellMarks.ts'
import type { Place } from '#renderer/features/projects/matrix/grid/gridKeys.ts'
import {
  allColumn,
  type Frame,
  headHeight,
  lineHeight,
  nameColumn,
  projectWidth,
} from '#renderer/features/projects/matrix/grid/shape.ts'
import { SwitchButton } from '#renderer/features/projects/matrix/grid/SwitchButton.tsx'
import type { CellState } from '#renderer/features/projects/matrix/rows/cells.ts'
import { type Swept, sweptState, sweptWords } from '#renderer/features/projects/matrix/rows/bulk.ts'

export interface MatrixHeadProps {
  frame: Frame
  projects: readonly ProjectSnapshot[]
  swept: readonly Swept[]
  /** Whether a filter is active. The switch of a column then covers only what the filter found. */
  isFiltered: boolean
  /** The column that Tab leads to, in the line of projects and in that of switches; null: Tab leads elsewhere. */
  activeNames: number | null
  activeSwitches: number | null
}

const corner = 'sticky left-0 z-10 flex h-full bg-canvas'
const nameLook = 'min-w-0 px-3 text-muted'
const allLook = 'shrink-0 border-x border-line px-2.5 text-muted'

export const MatrixHead = memo(function MatrixHead(props: MatrixHeadProps) {
  const { frame, projects, swept, isFiltered, activeNames, activeSwitches } = props
  const { widths } = frame
  const ids = projects.map(({ id }) => id)
  const words = sweptWords(swept)
  const what = isFiltered ? words : 'All servers'
  const stop = (active: number | null, column: number) => (active === column ? 0 : -1)
  return (
    <div
      role="presentation"
      className="sticky top-0 z-20 min-w-full bg-canvas text-sm"
      style={{ height: headHeight, width: frame.width }}
    >
      <div role="row" aria-rowindex={1} className="relative" style={{ height: lineHeight }}>
        <div className={corner} role="presentation" style={{ width: widths.names + widths.all }}>
          <HeadCell role="columnheader" line={-2} column={nameColumn} width={widths.names} className={nameLook}>
            <Words tabIndex={stop(activeNames, nameColumn)}>Servers and tools</Words>
          </HeadCell>
          <HeadCell role="columnheader" line={-2} column={allColumn} width={widths.all} className={allLook}>
            <Words tabIndex={stop(activeNames, allColumn)}>
              All<span className="max-md:sr-only"> projects</span>
            </Words>
          </HeadCell>
        </div>
        {frame.columns.map(({ column, left, project }) => (
          <HeadCell
            key={project.id}
            role="columnheader"
            line={-2}
            column={column}
            left={left}
            width={projectWidth}
            className="border-r border-line px-1.5"
          >
            <ProjectMenu project={project} tabIndex={stop(activeNames, column)} />
          </HeadCell>
        ))}
      </div>
      <div role="row" aria-rowindex={2} className="relative border-b border-line-strong" style={{ height: lineHeight }}>
        <div className={corner} role="presentation" style={{ width: widths.names + widths.all }}>
          <HeadCell role="rowheader" line={-1} column={nameColumn} width={widths.names} className={nameLook}>
            <Words tabIndex={stop(activeSwitches, nameColumn)}>{isFiltered ? `Found: ${words}` : what}</Words>
          </HeadCell>
          <HeadCell role="gridcell" line={-1} column={allColumn} width={widths.all} className={allLook}>
            <Sweep
              label={`${what} in all projects`}
              state={isFiltered ? sweptState(swept, ids) : 'absent'}
              tabIndex={stop(activeSwitches, allColumn)}
            />
          </HeadCell>
        </div>
        {frame.columns.map(({ column, left, project, title }) => (
          <HeadCell
            key={project.id}
            role="gridcell"
            line={-1}
            column={column}
            left={left}
            width={projectWidth}
            className="border-r border-line px-2.5"
          >
            <Sweep
              label={`${what} in ${title}`}
              state={sweptState(swept, [project.id])}
              tabIndex={stop(activeSwitches, column)}
            />
          </HeadCell>
        ))}
      </div>
    </div>
  )
})

interface HeadCellProps extends Place {
  role: 'columnheader' | 'rowheader' | 'gridcell'
  width: number
  /** The left position of a cell that stays over scrolled content. Cells in the corner are side by side. */
  left?: number
  className: string
  children: ReactNode
}

function HeadCell({ role, line, column, width, left, className, children }: HeadCellProps) {
  return (
    <div
      role={role}
      aria-colindex={column + 1}
      data-cell={atOf({ line, column })}
      className={clsx('flex items-center', left !== undefined && 'absolute inset-y-0', className)}
      style={{ left, width }}
    >
      {children}
    </div>
  )
}

function Words({ tabIndex, children }: { tabIndex: number; children: ReactNode }) {
  return (
    <span data-landing="" tabIndex={tabIndex} className="truncate rounded">
      {children}
    </span>
  )
}

/** A switch for a whole column; empty if there is nothing to switch. */
function Sweep({ label, state, tabIndex }: { label: string; state: CellState; tabIndex: number }) {
  if (state !== 'absent') return <SwitchButton label={label} state={state} tabIndex={tabIndex} />
  return (
    <span data-landing="" tabIndex={tabIndex} className="rounded px-1 text-muted">
      <span aria-hidden="true">–</span>
      <span className="sr-only">None</span>
    </span>
  )
}
