/** The row to which keys led, until a pointer is pressed. The browser's `:focus-visible` holds after any key, also on a clicked row. */
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

/** Letters find a row from a row to which keys led. On a row that was clicked they stay shortcuts. */
export function takesLetters(row: EventTarget): boolean {
  return row === reached
}
