/** The lines and columns of the matrix to render: the visible ones, and always the focused cell. */
import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useMemo, useSyncExternalStore } from 'react'
import type { ProjectSnapshot } from '#contract/project'
import {
  firstProject,
  type Frame,
  headHeight,
  lineHeight,
  narrow,
  projectWidth,
  wide,
} from '#renderer/features/projects/matrix/grid/shape.ts'
import { visibleText } from '#renderer/ui/text/visibleText.ts'
import type { Place } from '#renderer/features/projects/matrix/grid/gridKeys.ts'

const wideScreen = window.matchMedia('(min-width: 48rem)')

function subscribe(listener: () => void): () => void {
  wideScreen.addEventListener('change', listener)
  return () => wideScreen.removeEventListener('change', listener)
}

export interface ShownLine {
  readonly line: number
  readonly top: number
}

export interface ShownFrame {
  readonly frame: Frame
  readonly lines: readonly ShownLine[]
  readonly height: number
  readonly scrollTo: (place: Place) => void
}

function withActive(range: Range, active: number): number[] {
  const shown = defaultRangeExtractor(range)
  if (active < 0 || active >= range.count || shown.includes(active)) return shown
  return [...shown, active].sort((one, other) => one - other)
}

export function useFrame(
  scroller: RefObject<HTMLElement | null>,
  lineCount: number,
  projects: readonly ProjectSnapshot[],
  active: Place,
): ShownFrame {
  const isWide = useSyncExternalStore(subscribe, () => wideScreen.matches)
  const widths = isWide ? wide : narrow
  const fixed = widths.names + widths.all
  const getScrollElement = () => scroller.current
  const vertical = useVirtualizer({
    count: lineCount,
    getScrollElement,
    estimateSize: () => lineHeight,
    paddingStart: headHeight,
    scrollPaddingStart: headHeight,
    overscan: 4,
    rangeExtractor: (range) => withActive(range, active.line),
  })
  const horizontal = useVirtualizer({
    horizontal: true,
    count: projects.length,
    getScrollElement,
    estimateSize: () => projectWidth,
    paddingStart: fixed,
    scrollPaddingStart: fixed,
    overscan: 1,
    rangeExtractor: (range) => withActive(range, active.column - firstProject),
  })
  const inSight = horizontal.getVirtualItems().map(({ index }) => index)
  const sight = inSight.join()
  const frame = useMemo<Frame>(
    () => ({
      widths,
      width: fixed + projects.length * projectWidth,
      columns: (sight === '' ? [] : sight.split(',').map(Number)).flatMap((index) => {
        const project = projects[index]
        return project === undefined
          ? []
          : [
              {
                column: index + firstProject,
                left: fixed + index * projectWidth,
                project,
                title: visibleText(project.name),
              },
            ]
      }),
    }),
    [widths, fixed, projects, sight],
  )
  return {
    frame,
    lines: vertical.getVirtualItems().map(({ index, start }) => ({ line: index, top: start })),
    height: vertical.getTotalSize(),
    scrollTo({ line, column }) {
      if (line >= 0) vertical.scrollToIndex(line, { align: 'auto' })
      if (column >= firstProject) horizontal.scrollToIndex(column - firstProject, { align: 'auto' })
    },
  }
}
