/**
 * The cell that Tab leads to. The cell is identified by its tool and its project, so it stays the same when lines are
 * added or removed.
 */
import { type RefObject, useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { ProjectSnapshot } from '#contract/project'
import { atOf, landing } from '#renderer/features/projects/matrix/grid/cellMarks.ts'
import type { Place } from '#renderer/features/projects/matrix/grid/gridKeys.ts'
import { firstProject } from '#renderer/features/projects/matrix/grid/shape.ts'
import type { Line } from '#renderer/features/projects/matrix/rows/lines.ts'

interface Kept {
  /** The key of a line, or the number of a line in the head. */
  readonly line: string | number
  /** The id of a project, or the number of another column. */
  readonly column: string | number
}

export interface ActivePlace {
  readonly place: Place
  /** Records a cell that already has the focus. */
  readonly note: (place: Place) => void
  /** Moves the focus to a cell once the cell is rendered. */
  readonly go: (place: Place) => void
}

export function useActivePlace(
  scroller: RefObject<HTMLElement | null>,
  lines: readonly Line[],
  projects: readonly ProjectSnapshot[],
): ActivePlace {
  const [kept, setKept] = useState<Kept>({ line: '', column: 0 })
  const wanted = useRef(false)
  const line = useMemo(
    () =>
      typeof kept.line === 'number'
        ? kept.line
        : Math.max(
            0,
            lines.findIndex(({ key }) => key === kept.line),
          ),
    [kept.line, lines],
  )
  const column =
    typeof kept.column === 'number'
      ? kept.column
      : firstProject +
        Math.max(
          0,
          projects.findIndex(({ id }) => id === kept.column),
        )
  const place = useMemo<Place>(
    () => ({ line: lines.length === 0 ? Math.min(-1, line) : line, column }),
    [lines.length, line, column],
  )
  const note = useCallback(
    (to: Place) =>
      setKept((before) => {
        const next = {
          line: to.line < 0 ? to.line : (lines[to.line]?.key ?? ''),
          column: to.column < firstProject ? to.column : (projects[to.column - firstProject]?.id ?? 0),
        }
        return next.line === before.line && next.column === before.column ? before : next
      }),
    [lines, projects],
  )
  const go = useCallback(
    (to: Place) => {
      wanted.current = true
      note(to)
    },
    [note],
  )
  useLayoutEffect(() => {
    if (!wanted.current) return
    wanted.current = false
    const cell = scroller.current?.querySelector(`[data-cell="${atOf(place)}"]`)
    cell?.querySelector<HTMLElement>(landing)?.focus({ preventScroll: true })
  })
  return { place, note, go }
}
