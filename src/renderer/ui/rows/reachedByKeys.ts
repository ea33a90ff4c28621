/**
 * The row that the keyboard reached, until a pointer is pressed. The browser's `:focus-visible` cannot tell: after any
 * key it also matches a clicked row.
 */
let reached: HTMLElement | null = null

const forget = () => {
  reached = null
}

export function focusByKeys(row: HTMLElement | null | undefined, options?: FocusOptions): void {
  if (row === null || row === undefined) return
  row.focus(options)
  reached = row
  document.addEventListener('pointerdown', forget, { capture: true, once: true })
}

/** Whether letters typed on this row find other rows. On a clicked row letters stay shortcuts. */
export function takesLetters(row: EventTarget): boolean {
  return row === reached
}
