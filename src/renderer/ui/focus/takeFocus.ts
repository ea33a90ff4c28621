/** For a field that a button opens, as its `ref`: what is typed next is meant for it. The caret stands behind its text. */
export function takeFocus(box: HTMLInputElement | HTMLTextAreaElement | null): void {
  box?.focus()
  box?.setSelectionRange(box.value.length, box.value.length)
}

/** The same where the text is to be replaced rather than continued. */
export function takeSelected(box: HTMLInputElement | HTMLTextAreaElement | null): void {
  box?.focus()
  box?.select()
}
