/** Helpers for lists in which each whole row is a link. Keys move between the rows. */
import type { KeyboardEvent } from 'react'
import { focusByKeys, takesLetters } from '#renderer/ui/rows/reachedByKeys.ts'
import { nothingTyped, rowMove, type TypeAhead, typedKey, typedRow } from '#renderer/ui/rows/rowKeys.ts'
import { focusSearch } from '#renderer/ui/rows/rowsAndSearch.ts'

/**
 * Classes with which a link or button covers its row. The row must be `relative`, and its other controls must lie above
 * the link.
 */
export const coversRow =
  'after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent'

/**
 * The ref of the open row. It scrolls the row into view, because the row may have been opened by an address, the
 * palette or a link.
 */
export function intoSight(row: HTMLElement | null): void {
  row?.scrollIntoView({ block: 'nearest' })
}

const typedIn = new WeakMap<Element, TypeAhead>()

function walk(event: KeyboardEvent<HTMLElement>, isTypeAhead: boolean): void {
  const { currentTarget: list, target } = event
  const links = [...list.querySelectorAll<HTMLElement>('[data-row-link]')]
  const at = links.findIndex((link) => link === target)
  const link = links[at]
  if (link === undefined) return
  const focus = (to: number) => {
    event.preventDefault()
    focusByKeys(links[to])
    intoSight(links[to]?.closest('li') ?? null)
  }
  const page = Math.floor(list.clientHeight / Math.max(1, link.closest('li')?.offsetHeight ?? list.clientHeight))
  const to = event.shiftKey ? null : rowMove(event, at, links.length, page)
  if (to !== null) typedIn.delete(list)
  if (to === 'search') {
    if (focusSearch(list)) event.preventDefault()
    else focus(0)
    return
  }
  if (to !== null) return focus(to)
  if (!isTypeAhead || !takesLetters(link)) return
  const typed = typedKey(typedIn.get(list) ?? nothingTyped, event, event.timeStamp)
  if (typed === null) return
  typedIn.set(list, typed)
  focus(typedRow(typed.text, at, links.length, (row) => links[row]?.textContent ?? '') ?? at)
}

/**
 * Handles keys on elements with `data-row-link`: arrows, Home, End and the Page keys move between them. Arrow up on the
 * first one leads to the search field. Letters find the next row that starts with them.
 */
export function walkRows(event: KeyboardEvent<HTMLElement>): void {
  walk(event, true)
}

/** The same keys without letters, for the chat, where letters go into the message. */
export function walkRowsWithoutLetters(event: KeyboardEvent<HTMLElement>): void {
  walk(event, false)
}
