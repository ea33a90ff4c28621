/** Finds the elements that can take the focus: those in the page, visible, and not behind an open dialog. */

/** Matches all focusable elements, including those that Tab skips. */
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

/** The elements inside `root` at which Tab stops, in order. */
export function tabbablesIn(root: Element): HTMLElement[] {
  return [...root.querySelectorAll<HTMLElement>(focusable)].filter(isStop)
}

/** The first field inside `root`, or `root` itself. */
export function firstField(root: HTMLElement): HTMLElement | null {
  return root.matches(field) && isStop(root)
    ? root
    : ([...root.querySelectorAll<HTMLElement>(field)].find(isStop) ?? null)
}
