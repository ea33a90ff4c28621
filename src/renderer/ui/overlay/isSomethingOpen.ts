import { openingMark } from '#renderer/ui/focus/Opening.tsx'

const over = `[role="dialog"], [role="alertdialog"], [role="menu"], [${openingMark}]`

/** Whether something is open over the page, or about to be: keys are for that, not for the page. */
export function isSomethingOpen(): boolean {
  return document.querySelector(over) !== null
}
