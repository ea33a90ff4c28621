/** What rows of a list have in common that lead somewhere: the whole row is the link, and arrow keys walk along them. */
import type { KeyboardEvent } from 'react'

/** A link or button with this covers the row around it, which has to be `relative`; what else can be clicked in it lies above. */
export const coversRow =
  'after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent'

/** The ref of the row that is open, which may have been opened from elsewhere: by address, by the palette, by a link. */
export function intoSight(row: HTMLElement | null): void {
  row?.scrollIntoView({ block: 'nearest' })
}

/** Arrow keys walk along the elements with `data-row-link`; Home and End go to the ends. */
export function walkRows(event: KeyboardEvent<HTMLElement>): void {
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-row-link]')]
  const at = links.findIndex((link) => link === event.target)
  const to = at < 0 ? undefined : { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: links.length - 1 }[event.key]
  if (to === undefined) return
  event.preventDefault()
  links[Math.max(0, Math.min(links.length - 1, to))]?.focus()
}
