/**
 * Rows of any height. Only the visible ones are rendered, and the end stays visible while it is followed. Rendered rows
 * are in the normal flow, so a row that grows pushes those below it down in the same layout, before it is measured.
 */
import { useVirtualizer } from '@tanstack/react-virtual'
import { clsx } from 'clsx'
import { type KeyboardEvent, type MouseEventHandler, type ReactNode, useCallback, useLayoutEffect, useRef } from 'react'
import { useFollowedEnd } from '#renderer/ui/rows/useFollowedEnd.ts'

const never = () => false

export interface FollowedRowsProps<Row> {
  label: string
  rows: readonly Row[]
  /** Must stay the same function between renders, like `guess`: a new function would have every row measured again. */
  keyOf: (row: Row) => string | number
  /** A row's approximate height in pixels, until it is measured. */
  guess: (row: Row) => number
  /** How many rows are rendered before and after the visible ones. */
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
  /** Shown below the last row. */
  end?: ReactNode
  /**
   * Shown over the rows, at the lower edge, while the end is not visible. Turning the wheel over it scrolls the rows.
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
  // While the end is followed, only this component changes the scroll position.
  virtual.shouldAdjustScrollPositionOnItemSizeChange = props.following ? never : undefined
  // Rows that are added before the first push the visible ones down. The scroll position is corrected before the next
  // paint.
  const firstKey = useRef(rows.length === 0 ? undefined : keyAt(0))
  useLayoutEffect(() => {
    const before = firstKey.current
    firstKey.current = rows.length === 0 ? undefined : keyAt(0)
    const moved = before === firstKey.current ? -1 : rows.findIndex((row) => keyOf(row) === before)
    const item = moved > 0 ? virtual.measurementsCache[moved] : undefined
    if (item !== undefined) goAlong(item.start - paddingStart)
  }, [rows, keyOf, keyAt, virtual, goAlong, paddingStart])
  // The browser would scroll smoothly to an estimated end, which moves while rows are measured.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'End' || event.target !== event.currentTarget || props.following) return
    event.preventDefault()
    props.onFollowing(true)
  }
  const items = virtual.getVirtualItems()
  const [first, last] = [items[0], items.at(-1)]
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- scrollable with the keyboard
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
