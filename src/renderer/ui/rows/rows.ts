/** Shared by lists of linked rows: the whole row is the link, and arrow keys move between rows. */
import type { KeyboardEvent } from 'react'

/**
 * Classes with which a link or button covers its row. The row must be `relative`, and its other controls must lie above
 * the link.
 */
export const coversRow =
  'after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent'

/**
 * The ref of the open row. It scrolls the row into view, because the row may have been opened from elsewhere: by
 * address, by the palette, by a link.
 */
export function intoSight(row: HTMLElement | null): void {
  row?.scrollIntoView({ block: 'nearest' })
}

/** Arrow keys move between the elements with `data-row-link`; Home and End go to the ends. */
export function walkRows(event: KeyboardEvent<HTMLElement>): void {
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-row-link]')]
  const at = links.findIndex((link) => link === event.target)
  const to = at < 0 ? undefined : { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: links.length - 1 }[event.key]
  if (to === undefined) return
  event.preventDefault()
  links[Math.max(0, Math.min(links.length - 1, to))]?.focus()
}
