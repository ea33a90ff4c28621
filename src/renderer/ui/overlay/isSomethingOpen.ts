import { openingMark } from '#renderer/ui/focus/Opening.tsx'

const over = `[role="dialog"], [role="alertdialog"], [role="menu"], [${openingMark}]`

/** Whether a layer is open over the page, or about to open. Keys then belong to the layer, not to the page. */
export function isSomethingOpen(): boolean {
  return document.querySelector(over) !== null
}
