/** What the focus can stand on: in the page, in sight, and not behind an open dialog. */

/** Also what takes the focus only when it is put there. */
export const focusable =
  'a[href], button, input, select, textarea, summary, iframe, [tabindex], [contenteditable="true"]'
const field = 'input, select, textarea, [contenteditable="true"]'
const cutOff = '[inert], [aria-hidden="true"]'

export function isReachable(element: HTMLElement): boolean {
  return (
    element.isConnected &&
    !element.matches(':disabled') &&
    element.closest(cutOff) === null &&
    element.checkVisibility({ visibilityProperty: true })
  )
}

const isStop = (element: HTMLElement) => element.tabIndex >= 0 && isReachable(element)

/** What Tab would stop at in it, in order. */
export function tabbablesIn(root: Element): HTMLElement[] {
  return [...root.querySelectorAll<HTMLElement>(focusable)].filter(isStop)
}

/** The first thing to write or choose in, be it the element itself. */
export function firstField(root: HTMLElement): HTMLElement | null {
  return root.matches(field) && isStop(root)
    ? root
    : ([...root.querySelectorAll<HTMLElement>(field)].find(isStop) ?? null)
}
