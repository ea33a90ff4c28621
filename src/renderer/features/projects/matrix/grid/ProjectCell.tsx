/** The cell for a server or a tool in one project. */
import { Pencil, Plus, X } from 'lucide-react'
import { memo } from 'react'
import type { MatrixRow } from '#contract/projectServers'
import { atOf } from '#renderer/features/projects/matrix/grid/cellMarks.ts'
import { projectWidth, type ShownColumn } from '#renderer/features/projects/matrix/grid/shape.ts'
import { SwitchButton } from '#renderer/features/projects/matrix/grid/SwitchButton.tsx'
import { ownWords, pairOf, serverCell, toolCell } from '#renderer/features/projects/matrix/rows/cells.ts'
import { visibleText } from '#renderer/ui/text/visibleText.ts'

const quietButton =
  'inline-flex size-6 shrink-0 items-center justify-center rounded text-muted hover:bg-hover hover:text-ink [&_svg]:size-3.5'
const onHover =
  'ml-auto opacity-0 group-hover:opacity-100 group-focus-within:opacity-100 [@media(hover:none)]:opacity-100'

export interface ProjectCellProps {
  row: MatrixRow
  /** The tool's index; null: the cell of the server itself. */
  tool: number | null
  /** The name of the server or the tool. */
  name: string
  shown: ShownColumn
  /** Whether the server can be added to the project or removed from it. False if one of them comes from a file. */
  canPut: boolean
  line: number
  /** Whether the pointer or the focus is in the line. Further actions are shown there. */
  isNear: boolean
  tabIndex: number
}

function ServerPart({ row, name, shown: { project, title }, isNear, tabIndex }: ProjectCellProps) {
  const state = serverCell(row, project.id)
  const all = row.tools.length
  const on = all - (pairOf(row, project.id)?.off.length ?? 0)
  return (
    <>
      <SwitchButton
        label={state === 'some' ? `${name} in ${title}, ${on} of ${all} tools on` : `${name} in ${title}`}
        state={state}
        tabIndex={tabIndex}
      />
      {state === 'some' && (
        <span className="min-w-0 truncate text-xs text-muted tabular-nums">
          {on}/{all}
        </span>
      )}
      {isNear && project.file === null && (
        <button
          type="button"
          data-act="takeOut"
          tabIndex={-1}
          aria-label={`Remove ${name} from ${title}`}
          title={`Remove from ${title}`}
          className={`${quietButton} ${onHover}`}
        >
          <X aria-hidden="true" />
        </button>
      )}
    </>
  )
}

function ToolPart({ row, tool, name, shown, isNear, tabIndex }: ProjectCellProps & { tool: number }) {
  const { project, title } = shown
  const own = ownWords(row, tool, project.id)
  const called = own === null || own.name === null ? null : visibleText(own.name)
  const isIdle = pairOf(row, project.id)?.enabled === false
  const calledText = called === null ? '' : `, called ${called}`
  return (
    <>
      <SwitchButton
        label={`${name} in ${title}${calledText}${isIdle ? ', its server is off' : ''}`}
        state={toolCell(row, tool, project.id)}
        isIdle={isIdle}
        tabIndex={tabIndex}
      />
      {called !== null && (
        <span className="min-w-0 truncate font-mono text-xs" title={called}>
          {called}
        </span>
      )}
      {(isNear || own !== null) && (
        <button
          type="button"
          data-act="own"
          tabIndex={-1}
          aria-label={`Own name of ${name} in ${title}`}
          title="Own name and description"
          className={own === null ? `${quietButton} ${onHover}` : `${quietButton} ml-auto text-accent`}
        >
          <Pencil aria-hidden="true" />
        </button>
      )}
    </>
  )
}

function AbsentPart({ tool, name, shown: { title }, canPut, tabIndex }: ProjectCellProps) {
  if (tool === null && canPut)
    return (
      <button
        type="button"
        data-act="put"
        data-landing=""
        tabIndex={tabIndex}
        aria-label={`Add ${name} to ${title}`}
        title={`Add to ${title}`}
        className={quietButton}
      >
        <Plus aria-hidden="true" />
      </button>
    )
  return (
    <span data-landing="" tabIndex={tabIndex} className="rounded px-1 text-muted">
      <span aria-hidden="true">–</span>
      <span className="sr-only">
        {name} is not in {title}
      </span>
    </span>
  )
}

export const ProjectCell = memo(function ProjectCell(props: ProjectCellProps) {
  const { row, tool, shown, line } = props
  const { column, left, project } = shown
  const isIn = pairOf(row, project.id) !== null
  return (
    <div
      role="gridcell"
      aria-colindex={column + 1}
      data-cell={atOf({ line, column })}
      className="group absolute inset-y-0 flex items-center gap-1.5 border-r border-line px-2.5"
      style={{ left, width: projectWidth }}
    >
      {!isIn && <AbsentPart {...props} />}
      {isIn && tool === null && <ServerPart {...props} />}
      {isIn && tool !== null && <ToolPart {...props} tool={tool} />}
    </div>
  )
})
