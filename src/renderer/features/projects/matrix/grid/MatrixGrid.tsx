/**
 * The matrix as a treegrid: servers and their tools are the lines, projects are the columns. Only visible lines and
 * columns are rendered, because there may be thousands of lines. The grid handles all clicks and keys.
 */
import { type KeyboardEvent, type MouseEvent, useEffect, useMemo, useRef, useState } from 'react'
import type { ProjectSnapshot } from '#contract/project'
import { actOf, type Act, placeAround } from '#renderer/features/projects/matrix/grid/cellMarks.ts'
import {
  moveOf,
  type Place,
  type PlaceFacts,
  nothingTyped,
  typedLine,
  typedWith,
} from '#renderer/features/projects/matrix/grid/gridKeys.ts'
import { MatrixHead } from '#renderer/features/projects/matrix/grid/MatrixHead.tsx'
import { MatrixLine } from '#renderer/features/projects/matrix/grid/MatrixLine.tsx'
import { firstProject, headHeight, lineHeight } from '#renderer/features/projects/matrix/grid/shape.ts'
import { useActivePlace } from '#renderer/features/projects/matrix/grid/useActivePlace.ts'
import { useFrame } from '#renderer/features/projects/matrix/grid/useFrame.ts'
import type { Swept } from '#renderer/features/projects/matrix/rows/bulk.ts'
import { type Line, titleOf } from '#renderer/features/projects/matrix/rows/lines.ts'
import type { ServerFailures } from '#renderer/features/projects/matrix/useServerFailures.ts'

const typing = /^[\p{L}\p{N}_-]$/u

export interface MatrixGridProps {
  lines: readonly Line[]
  projects: readonly ProjectSnapshot[]
  swept: readonly Swept[]
  isFiltered: boolean
  failures: ServerFailures
  onFold: (slug: string, isFolded: boolean) => void
  onAct: (act: Exclude<Act, 'fold'>, place: Place) => void
}

function factsOf(lines: readonly Line[], at: number): PlaceFacts {
  const line = lines[at]
  if (line === undefined) return { isOpen: null, parent: null }
  if (line.kind === 'server') return { isOpen: line.isOpen, parent: null }
  return { isOpen: null, parent: at - line.position }
}

export function MatrixGrid({ lines, projects, swept, isFiltered, failures, onFold, onAct }: MatrixGridProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const typed = useRef(nothingTyped)
  const { place, note, go } = useActivePlace(scroller, lines, projects)
  const { frame, lines: shown, height, scrollTo } = useFrame(scroller, lines.length, projects, place)
  const [pointed, setPointed] = useState<number | null>(null)
  const columnCount = firstProject + projects.length
  const titles = useMemo(() => lines.map(titleOf), [lines])
  const goTo = (to: Place) => {
    go(to)
    scrollTo(to)
  }
  const fold = (at: number, isOpen: boolean) => {
    const line = lines[at]
    if (line !== undefined) onFold(line.row.slug, !isOpen)
  }
  const act = (what: Act, at: Place) => {
    if (what !== 'fold') return onAct(what, at)
    const { isOpen } = factsOf(lines, at.line)
    if (isOpen !== null) fold(at.line, !isOpen)
  }
  const onClick = ({ target }: MouseEvent) => {
    if (!(target instanceof Element)) return
    const [what, at] = [actOf(target), placeAround(target)]
    if (what !== null && at !== null) act(what, at)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const { target, key, currentTarget } = event
    // React also passes on events of overlays, which are not part of the grid.
    if (!(target instanceof Element) || !currentTarget.contains(target) || event.altKey || event.metaKey) return
    const at = placeAround(target)
    if (at === null) return
    const taken = () => {
      event.preventDefault()
      event.stopPropagation()
    }
    const page = Math.max(1, Math.floor((currentTarget.clientHeight - headHeight) / lineHeight) - 1)
    const move = moveOf(event, at, factsOf(lines, at.line), { lines: lines.length, columns: columnCount, page })
    if (move !== null) {
      taken()
      typed.current = nothingTyped
      if (move.kind === 'go') goTo(move.to)
      if (move.kind === 'fold') fold(at.line, move.isOpen)
      if (move.kind === 'open') onAct('own', at)
      if (move.kind === 'takeOut') onAct('takeOut', at)
    } else if (key === ' ' && target.closest('button') === null) {
      taken()
    } else if (typing.test(key) && !event.ctrlKey) {
      taken()
      typed.current = typedWith(typed.current, key, event.timeStamp)
      const line = typedLine(titles, typed.current.text, at.line)
      if (line !== null) goTo({ line, column: at.column })
    }
  }
  // Scrolls to the top when a filter is set.
  useEffect(() => {
    if (isFiltered) scroller.current?.scrollTo({ top: 0 })
  }, [isFiltered])
  return (
    <div
      ref={scroller}
      role="treegrid"
      aria-label="Servers and tools by project"
      aria-rowcount={lines.length + 2}
      aria-colcount={columnCount}
      tabIndex={-1}
      onClick={onClick}
      onKeyDown={onKeyDown}
      onFocus={({ target }) => {
        const at = placeAround(target)
        if (at !== null) note(at)
      }}
      onPointerOver={({ target }) => setPointed((target instanceof Element ? placeAround(target)?.line : null) ?? null)}
      className="min-h-0 flex-1 overflow-auto overscroll-contain outline-none"
    >
      <div role="presentation" className="relative min-w-full" style={{ height, width: frame.width }}>
        <MatrixHead
          frame={frame}
          projects={projects}
          swept={swept}
          isFiltered={isFiltered}
          activeNames={place.line === -2 ? place.column : null}
          activeSwitches={place.line === -1 ? place.column : null}
        />
        {shown.map(({ line, top }) => {
          const shownLine = lines[line]
          if (shownLine === undefined) return null
          const { key, row, position, siblings } = shownLine
          return (
            <MatrixLine
              key={key}
              row={row}
              tool={shownLine.kind === 'tool' ? shownLine.tool : null}
              isOpen={shownLine.kind === 'server' && shownLine.isOpen}
              failure={failures[row.slug] ?? null}
              line={line}
              top={top}
              position={position}
              siblings={siblings}
              projects={projects}
              frame={frame}
              activeColumn={place.line === line ? place.column : null}
              isNear={pointed === line}
            />
          )
        })}
      </div>
    </div>
  )
}
