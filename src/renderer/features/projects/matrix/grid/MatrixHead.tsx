/** The two lines that stay in sight: the projects with what can be done with them, and the switches for whole columns. */
import { memo } from 'react'
import type { ProjectSnapshot } from '#contract/project'
import { ProjectMenu } from '#renderer/features/projects/ProjectMenu.tsx'
import { atOf } from '#renderer/features/projects/matrix/grid/cellMarks.ts'
import {
  allColumn,
  type Frame,
  headHeight,
  lineHeight,
  nameColumn,
  projectWidth,
} from '#renderer/features/projects/matrix/grid/shape.ts'
import { SwitchButton } from '#renderer/features/projects/matrix/grid/SwitchButton.tsx'
import { type Swept, sweptState, sweptWords } from '#renderer/features/projects/matrix/rows/bulk.ts'

export interface MatrixHeadProps {
  frame: Frame
  projects: readonly ProjectSnapshot[]
  swept: readonly Swept[]
  /** Something is looked for: then a column is what was found. */
  isFiltered: boolean
  /** In the line of the projects, or in that of the switches; null: Tab leads elsewhere. */
  activeNames: number | null
  activeSwitches: number | null
}

const corner = 'sticky left-0 z-10 flex h-full bg-canvas'

export const MatrixHead = memo(function MatrixHead(props: MatrixHeadProps) {
  const { frame, projects, swept, isFiltered, activeNames, activeSwitches } = props
  const { widths } = frame
  const ids = projects.map(({ id }) => id)
  const words = sweptWords(swept)
  const what = isFiltered ? words : 'All servers'
  const everything = isFiltered ? sweptState(swept, ids) : 'absent'
  const stop = (active: number | null, column: number) => (active === column ? 0 : -1)
  return (
    <div
      role="presentation"
      className="sticky top-0 z-20 min-w-full bg-canvas text-sm"
      style={{ height: headHeight, width: frame.width }}
    >
      <div role="row" aria-rowindex={1} className="relative" style={{ height: lineHeight }}>
        <div className={corner} role="presentation" style={{ width: widths.names + widths.all }}>
          <div
            role="columnheader"
            aria-colindex={nameColumn + 1}
            data-cell={atOf({ line: -2, column: nameColumn })}
            className="flex min-w-0 items-center px-3 text-muted"
            style={{ width: widths.names }}
          >
            <span data-landing="" tabIndex={stop(activeNames, nameColumn)} className="truncate rounded">
              Servers and tools
            </span>
          </div>
          <div
            role="columnheader"
            aria-colindex={allColumn + 1}
            data-cell={atOf({ line: -2, column: allColumn })}
            className="flex shrink-0 items-center border-x border-line px-2.5 text-muted"
            style={{ width: widths.all }}
          >
            <span data-landing="" tabIndex={stop(activeNames, allColumn)} className="truncate rounded">
              All<span className="max-md:sr-only"> projects</span>
            </span>
          </div>
        </div>
        {frame.columns.map(({ column, left, project }) => (
          <div
            key={project.id}
            role="columnheader"
            aria-colindex={column + 1}
            data-cell={atOf({ line: -2, column })}
            className="absolute inset-y-0 flex items-center border-r border-line px-1.5"
            style={{ left, width: projectWidth }}
          >
            <ProjectMenu project={project} tabIndex={stop(activeNames, column)} />
          </div>
        ))}
      </div>
      <div role="row" aria-rowindex={2} className="relative border-b border-line-strong" style={{ height: lineHeight }}>
        <div className={corner} role="presentation" style={{ width: widths.names + widths.all }}>
          <div
            role="rowheader"
            aria-colindex={nameColumn + 1}
            data-cell={atOf({ line: -1, column: nameColumn })}
            className="flex min-w-0 items-center px-3 text-muted"
            style={{ width: widths.names }}
          >
            <span data-landing="" tabIndex={stop(activeSwitches, nameColumn)} className="truncate rounded">
              {isFiltered ? `Found: ${words}` : what}
            </span>
          </div>
          <div
            role="gridcell"
            aria-colindex={allColumn + 1}
            data-cell={atOf({ line: -1, column: allColumn })}
            className="flex shrink-0 items-center border-x border-line px-2.5"
            style={{ width: widths.all }}
          >
            {everything === 'absent' ? (
              <Nothing tabIndex={stop(activeSwitches, allColumn)} />
            ) : (
              <SwitchButton
                label={`${what} in all projects`}
                state={everything}
                tabIndex={stop(activeSwitches, allColumn)}
              />
            )}
          </div>
        </div>
        {frame.columns.map(({ column, left, project, title }) => {
          const state = sweptState(swept, [project.id])
          return (
            <div
              key={project.id}
              role="gridcell"
              aria-colindex={column + 1}
              data-cell={atOf({ line: -1, column })}
              className="absolute inset-y-0 flex items-center border-r border-line px-2.5"
              style={{ left, width: projectWidth }}
            >
              {state === 'absent' ? (
                <Nothing tabIndex={stop(activeSwitches, column)} />
              ) : (
                <SwitchButton label={`${what} in ${title}`} state={state} tabIndex={stop(activeSwitches, column)} />
              )}
            </div>
          )
        })}
      </div>
    </div>
  )
})

function Nothing({ tabIndex }: { tabIndex: number }) {
  return (
    <span data-landing="" tabIndex={tabIndex} className="rounded px-1 text-muted">
      <span aria-hidden="true">–</span>
      <span className="sr-only">None</span>
    </span>
  )
}
