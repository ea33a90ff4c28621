/**
 * Rows of any height, of which only those in sight are drawn, with the end in sight while it is followed. What is drawn
 * is in flow: a row that grows pushes what is below it in the same layout, before it is measured.
 */
import { useVirtualizer } from '@tanstack/react-virtual'
import { clsx } from 'clsx'
import { type KeyboardEvent, type MouseEventHandler, type ReactNode, useCallback, useLayoutEffect, useRef } from 'react'
import { useFollowedEnd } from '#renderer/ui/rows/useFollowedEnd.ts'

const never = () => false

export interface FollowedRowsProps<Row> {
  label: string
  rows: readonly Row[]
  /** One and the same function at all times, as `guess`: with another one every row would be measured anew. */
  keyOf: (row: Row) => string | number
  /** The height in pixels, about, until it is measured. */
  guess: (row: Row) => number
  /** So many rows are drawn on either side of what is in sight. */
  overscan: number
  gap?: number
  paddingStart?: number
  following: boolean
  onFollowing: (following: boolean) => void
  onNearStart?: (() => void) | undefined
  onClickCapture?: MouseEventHandler
  className?: string
  contentClassName?: string
  children: (row: Row) => ReactNode
  /** Below the last row. */
  end?: ReactNode
  /**
   * Over the rows, at the lower edge of what is in sight, while the end is out of sight. A wheel turned over it scrolls
   * the rows.
   */
  over?: ReactNode
}

export function FollowedRows<Row>(props: FollowedRowsProps<Row>) {
  const { rows, keyOf, guess, gap = 0, paddingStart = 0, children } = props
  const { scroller, content, onScroll, endInSight, goAlong } = useFollowedEnd(props)
  const known = useRef(rows)
  known.current = rows
  const keyAt = useCallback(
    (index: number) => {
      const row = known.current[index]
      return row === undefined ? index : keyOf(row)
    },
    [keyOf],
  )
  const guessAt = useCallback(
    (index: number) => {
      const row = known.current[index]
      return row === undefined ? 0 : guess(row)
    },
    [guess],
  )
  // oxlint-disable-next-line react/incompatible-library -- the page is built without the compiler that this is about
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: guessAt,
    getItemKey: keyAt,
    overscan: props.overscan,
    gap,
    paddingStart,
    initialOffset: props.following ? Number.MAX_SAFE_INTEGER : 0,
  })
  // Where the end is followed, only that says where the page is scrolled to.
  virtual.shouldAdjustScrollPositionOnItemSizeChange = props.following ? never : undefined
  // Rows that come in before the first push what is read down; the reader goes along, before anything is painted.
  const firstKey = useRef(rows.length === 0 ? undefined : keyAt(0))
  useLayoutEffect(() => {
    const before = firstKey.current
    firstKey.current = rows.length === 0 ? undefined : keyAt(0)
    const moved = before === firstKey.current ? -1 : rows.findIndex((row) => keyOf(row) === before)
    const item = moved > 0 ? virtual.measurementsCache[moved] : undefined
    if (item !== undefined) goAlong(item.start - paddingStart)
  }, [rows, keyOf, keyAt, virtual, goAlong, paddingStart])
  // The browser glides to the end that it guesses, which rows that are measured on the way move.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'End' || event.target !== event.currentTarget || props.following) return
    event.preventDefault()
    props.onFollowing(true)
  }
  const items = virtual.getVirtualItems()
  const [first, last] = [items[0], items.at(-1)]
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- what scrolls is scrolled by keys, too
    <section
      ref={scroller}
      aria-label={props.label}
      onScroll={onScroll}
      onKeyDown={onKeyDown}
      onClickCapture={props.onClickCapture}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      className={clsx('overflow-y-auto -outline-offset-2 [overflow-anchor:none]', props.className)}
    >
      <div ref={content} className={props.contentClassName}>
        <div
          className="flex flex-col"
          style={{
            rowGap: gap,
            paddingTop: first?.start ?? 0,
            paddingBottom: virtual.getTotalSize() - (last?.end ?? 0),
          }}
        >
          {items.map((item) => {
            const row = rows[item.index]
            return (
              row !== undefined && (
                <div key={item.key} ref={virtual.measureElement} data-index={item.index} className="relative">
                  {children(row)}
                </div>
              )
            )
          })}
        </div>
        {props.end}
      </div>
      <div className="sticky bottom-0 h-0">{!endInSight && props.over}</div>
    </section>
  )
}
