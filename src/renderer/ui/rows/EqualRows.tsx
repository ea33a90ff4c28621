/** A list of rows of equal height. Only the visible rows, and the row at which Tab stops, are rendered. */
import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useCallback, useEffect, useRef } from 'react'
import { type Selecting, useRowKeys } from '#renderer/ui/rows/useRowKeys.ts'

/** More rows are requested this many rows before the end. */
const readAhead = 20

export interface RowState {
  /** Whether Tab stops at the controls of this row. Other rows are reached with the arrow keys. */
  readonly isStop: boolean
  readonly isSelected: boolean
}

export interface EqualRowsProps<Row> {
  label: string
  rows: readonly Row[]
  keyOf: (row: Row) => string
  /** The label that letters typed on a row are compared with. */
  labelOf?: (row: Row) => string
  /** Whether a row has an element with `data-row-link`, which takes the focus. Absent: all rows have one. */
  takesFocus?: (row: Row) => boolean
  /** Height of a row in pixels. */
  height: number
  /** Requests further rows. Undefined: there are none. */
  onMore?: (() => void) | undefined
  selecting?: Selecting
  children: (row: Row, state: RowState) => ReactNode
}

export function EqualRows<Row>(props: EqualRowsProps<Row>) {
  const { label, rows, keyOf, labelOf, takesFocus, height, onMore, selecting, children } = props
  const scroller = useRef<HTMLDivElement>(null)
  const list = useRef<HTMLUListElement>(null)
  const keyAt = useCallback(
    (index: number) => {
      const row = rows[index]
      return row === undefined ? index : keyOf(row)
    },
    [rows, keyOf],
  )
  const { stop, handlers } = useRowKeys({
    rows,
    keyOf,
    labelOf,
    takesFocus,
    selecting,
    list,
    pageRows: () => Math.floor((scroller.current?.clientHeight ?? height) / height),
    scrollTo: (index) => virtual.scrollToIndex(index, { align: 'auto' }),
  })
  const rangeOf = useCallback(
    (range: Range) => {
      const indexes = defaultRangeExtractor(range)
      if (stop >= range.count || indexes.includes(stop)) return indexes
      return [...indexes, stop].sort((one, other) => one - other)
    },
    [stop],
  )
  // oxlint-disable-next-line react/incompatible-library -- the page is built without the compiler that this is about
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    getItemKey: keyAt,
    overscan: 10,
    rangeExtractor: rangeOf,
  })
  const items = virtual.getVirtualItems()
  const nearEnd = (virtual.range?.endIndex ?? 0) + readAhead >= rows.length
  useEffect(() => {
    if (nearEnd) onMore?.()
  }, [nearEnd, onMore, rows.length])
  return (
    <div ref={scroller} className="min-h-0 flex-1 overflow-y-auto">
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- its rows are buttons or links */}
      <ul
        ref={list}
        data-rows=""
        aria-label={label}
        className="relative"
        style={{ height: virtual.getTotalSize() }}
        {...handlers}
      >
        {items.map((item) => {
          const row = rows[item.index]
          return (
            row !== undefined && (
              <li
                key={item.key}
                data-index={item.index}
                aria-setsize={onMore === undefined ? rows.length : -1}
                aria-posinset={item.index + 1}
                className="absolute inset-x-0 top-0"
                style={{ height, transform: `translateY(${item.start}px)` }}
              >
                {children(row, {
                  isStop: item.index === stop,
                  isSelected: selecting?.selection.keys.has(keyOf(row)) === true,
                })}
              </li>
            )
          )
        })}
      </ul>
    </div>
  )
}
