/** Moves the focus between a search field and the list below it. */
import { isReachable } from '#renderer/ui/focus/reachable.ts'
import { focusByKeys } from '#renderer/ui/rows/reachedByKeys.ts'

export const rowsMark = 'data-rows'
const searchMark = 'data-search'
const rowLink = '[data-row-link]'
const regions = 'main, nav, [role="dialog"]'

/** An event that asks a list to focus a row. The list may have to render the row first. */
export const rowsEvent = 'rows:focus'
export type RowsFocus = 'first' | 'current'

/** The result of `find` in the nearest ancestor that has one, within the page or the dialog. */
function around<Wanted>(element: Element, find: (ancestor: Element) => Wanted | undefined): Wanted | undefined {
  for (let above = element.parentElement; above !== null; above = above.parentElement) {
    const found = find(above)
    if (found !== undefined || above.matches(regions)) return found
  }
  return undefined
}

export function focusRows(near: Element, which: RowsFocus): boolean {
  const list = around(near, (above) => above.querySelector(`[${rowsMark}]`) ?? undefined)
  if (list !== undefined) return !list.dispatchEvent(new CustomEvent(rowsEvent, { detail: which, cancelable: true }))
  const row = around(near, (above) => [...above.querySelectorAll<HTMLElement>(rowLink)].find(isReachable))
  focusByKeys(row)
  return row !== undefined
}

/** Focuses the search field above the rows. Returns whether there is one. */
export function focusSearch(rows: Element): boolean {
  const box = around(rows, (above) => [...above.querySelectorAll<HTMLElement>(`[${searchMark}]`)].find(isReachable))
  box?.focus()
  return box !== undefined
}
