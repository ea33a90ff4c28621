/** A list of rows of equal height. Only the visible ones are rendered. */
import { useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useCallback, useEffect, useRef } from 'react'

/** More rows are requested this many rows before the end. */
const readAhead = 20

export interface EqualRowsProps<Row> {
  label: string
  rows: readonly Row[]
  keyOf: (row: Row) => string
  /** Height of a row in pixels. */
  height: number
  /** Requests further rows. Undefined: there are none. */
  onMore?: (() => void) | undefined
  children: (row: Row) => ReactNode
}

export function EqualRows<Row>({ label, rows, keyOf, height, onMore, children }: EqualRowsProps<Row>) {
  const scroller = useRef<HTMLDivElement>(null)
  const keyAt = useCallback(
    (index: number) => {
      const row = rows[index]
      return row === undefined ? index : keyOf(row)
    },
    [rows, keyOf],
  )
  // oxlint-disable-next-line react/incompatible-library -- the page is built without the compiler that this is about
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    getItemKey: keyAt,
    overscan: 10,
  })
  const items = virtual.getVirtualItems()
  const nearEnd = (items.at(-1)?.index ?? 0) >= rows.length - readAhead
  useEffect(() => {
    if (nearEnd) onMore?.()
  }, [nearEnd, onMore, rows.length])
  return (
    <div ref={scroller} className="min-h-0 flex-1 overflow-y-auto">
      <ul aria-label={label} className="relative" style={{ height: virtual.getTotalSize() }}>
        {items.map((item) => {
          const row = rows[item.index]
          return (
            row !== undefined && (
              <li
                key={item.key}
                aria-setsize={onMore === undefined ? rows.length : -1}
                aria-posinset={item.index + 1}
                className="absolute inset-x-0 top-0"
                style={{ height, transform: `translateY(${item.start}px)` }}
              >
                {children(row)}
              </li>
            )
          )
        })}
      </ul>
    </div>
  )
}
