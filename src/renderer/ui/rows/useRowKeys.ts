/** The keys of a list that renders only its visible rows. Tab stops at one row, and keys move this stop. */
import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { focusByKeys, takesLetters } from '#renderer/ui/rows/reachedByKeys.ts'
import { nextTaking, nothingTyped, rowMove, typedKey, typedRow } from '#renderer/ui/rows/rowKeys.ts'
import { type RowSelection, nothingSelected, withAll, withRange, withToggled } from '#renderer/ui/rows/rowSelection.ts'
import { focusSearch, type RowsFocus, rowsEvent } from '#renderer/ui/rows/rowsAndSearch.ts'

/** The selection of rows, for an action on all of them. */
export interface Selecting {
  readonly selection: RowSelection
  readonly onSelection: (selection: RowSelection) => void
}

export interface RowKeysOptions<Row> {
  readonly rows: readonly Row[]
  readonly keyOf: (row: Row) => string
  /** The label that letters are compared with. Undefined: letters stay shortcuts. */
  readonly labelOf: ((row: Row) => string) | undefined
  /** Whether a row can have the focus. Undefined: all rows can. */
  readonly takesFocus: ((row: Row) => boolean) | undefined
  readonly selecting: Selecting | undefined
  readonly list: RefObject<HTMLElement | null>
  /** How many rows are visible at the same time. */
  readonly pageRows: () => number
  readonly scrollTo: (index: number) => void
}

interface Stop {
  readonly key: string | null
  readonly index: number
}

const rowLink = '[data-row-link]'

/** The index of the row, if the element is the link of a row. */
function indexOf(target: EventTarget): number | null {
  if (!(target instanceof HTMLElement) || !target.matches(rowLink)) return null
  const index = target.closest<HTMLElement>('[data-index]')?.dataset['index']
  return index === undefined ? null : Number(index)
}

/**
 * The index of the row at which Tab stops. It stays at the same row when others are added or removed. If the row itself
 * is removed, it moves to the row at the same index.
 */
function stopIndex<Row>({ key, index }: Stop, rows: readonly Row[], keyOf: (row: Row) => string): number {
  const there = rows[index]
  if (there !== undefined && (key === null || keyOf(there) === key)) return index
  const at = key === null ? -1 : rows.findIndex((row) => keyOf(row) === key)
  return at < 0 ? Math.max(0, Math.min(rows.length - 1, index)) : at
}

export function useRowKeys<Row>(options: RowKeysOptions<Row>) {
  const { rows, keyOf, labelOf, takesFocus, selecting, list, pageRows, scrollTo } = options
  const [stop, setStop] = useState<Stop>({ key: null, index: 0 })
  const at = useMemo(() => stopIndex(stop, rows, keyOf), [stop, rows, keyOf])
  const typed = useRef(nothingTyped)
  /** How the row gets the focus, once it is rendered. */
  const pending = useRef<'keys' | 'pointer' | null>(null)
  const keyAt = (index: number) => {
    const row = rows[index]
    return row === undefined ? null : keyOf(row)
  }
  const takesAt = (index: number) => {
    const row = rows[index]
    return row !== undefined && (takesFocus?.(row) ?? true)
  }
  const stay = (index: number) => setStop({ key: keyAt(index), index })
  const focus = (index: number, means: 'keys' | 'pointer' = 'keys') => {
    typed.current = nothingTyped
    scrollTo(index)
    pending.current = means
    stay(index)
  }
  useLayoutEffect(() => {
    if (pending.current === null) return
    const link = list.current?.querySelector<HTMLElement>(`[data-index="${at}"] ${rowLink}`)
    if (pending.current === 'keys') focusByKeys(link, { preventScroll: true })
    else link?.focus({ preventScroll: true })
    pending.current = null
  })
  const onAsked = useEffectEvent((event: Event) => {
    const wanted = (event as CustomEvent<RowsFocus>).detail === 'first' ? 0 : at
    const to = nextTaking(wanted, 1, rows.length, takesAt)
    if (to === null) return
    event.preventDefault()
    focus(to)
  })
  useEffect(() => {
    const element = list.current
    const onEvent = (event: Event) => onAsked(event)
    element?.addEventListener(rowsEvent, onEvent)
    return () => element?.removeEventListener(rowsEvent, onEvent)
  }, [list])

  const extend = (from: number, to: number) => {
    const [start, end] = [keyAt(from), keyAt(to)]
    if (selecting === undefined || start === null || end === null) return
    selecting.onSelection(withRange(selecting.selection, rows.map(keyOf), start, end))
  }
  const toggle = (index: number) => {
    const key = keyAt(index)
    if (key !== null) selecting?.onSelection(withToggled(selecting.selection, key))
  }
  /** Handles the keys that select rows. Returns whether it used the key. */
  const select = (event: KeyboardEvent, index: number): boolean => {
    if (selecting === undefined) return false
    const isMod = event.ctrlKey || event.metaKey
    if (event.key === ' ' && !isMod && !event.altKey) toggle(index)
    else if (event.key.toLowerCase() === 'a' && isMod && !event.altKey) selecting.onSelection(withAll(rows.map(keyOf)))
    else if (event.key === 'Escape' && selecting.selection.keys.size > 0) selecting.onSelection(nothingSelected)
    else return false
    return true
  }
  const move = (event: KeyboardEvent, index: number): boolean => {
    if (event.shiftKey && selecting === undefined) return false
    const wanted = rowMove(event, index, rows.length, pageRows())
    if (wanted === null) return false
    const search = () => !event.shiftKey && list.current !== null && focusSearch(list.current)
    if (wanted === 'search') return search()
    const [ahead, back] = wanted < index ? ([-1, 1] as const) : ([1, -1] as const)
    const to = nextTaking(wanted, ahead, rows.length, takesAt)
    if (to === null && event.key === 'ArrowUp') return search()
    const landing = to ?? nextTaking(wanted, back, rows.length, takesAt) ?? index
    if (event.shiftKey) extend(index, landing)
    focus(landing)
    return true
  }
  const type = (event: KeyboardEvent, index: number): boolean => {
    if (labelOf === undefined || !takesLetters(event.target)) return false
    const next = typedKey(typed.current, event, event.timeStamp)
    if (next === null) return false
    const labelAt = (position: number) => {
      const row = rows[position]
      return row !== undefined && takesAt(position) ? labelOf(row) : ''
    }
    focus(typedRow(next.text, index, rows.length, labelAt) ?? index)
    typed.current = next
    return true
  }
  return {
    /** The index of the row at which Tab stops. */
    stop: at,
    handlers: {
      onKeyDown: (event: KeyboardEvent) => {
        const index = indexOf(event.target)
        if (index === null || event.defaultPrevented) return
        if (select(event, index) || move(event, index) || type(event, index)) {
          event.preventDefault()
          // A key that the list has used goes no further. Escape, for example, must not also close the dialog around
          // the list.
          event.stopPropagation()
        }
      },
      onKeyUp: (event: KeyboardEvent) => {
        // Some browsers press a button when Space is released, so this event is cancelled.
        if (event.key === ' ' && selecting !== undefined && indexOf(event.target) !== null) event.preventDefault()
      },
      onFocus: (event: FocusEvent) => {
        const index = indexOf(event.target)
        if (index !== null && index !== at) stay(index)
      },
      onMouseDown: (event: MouseEvent) => {
        // With Shift, the browser would select text.
        if (selecting !== undefined && event.shiftKey && indexOf(event.target) !== null) event.preventDefault()
      },
      onClickCapture: (event: MouseEvent) => {
        const index = indexOf(event.target)
        const isMod = event.ctrlKey || event.metaKey
        if (selecting === undefined || index === null || !(event.shiftKey || isMod)) return
        event.preventDefault()
        event.stopPropagation()
        const isInside = list.current?.contains(document.activeElement) === true
        if (event.shiftKey) extend(isInside ? at : index, index)
        else toggle(index)
        focus(index, 'pointer')
      },
    },
  }
}
