/** The `ref` for a field that a button opens. The focus moves there at once, with the cursor after the text. */
export function takeFocus(box: HTMLInputElement | HTMLTextAreaElement | null): void {
  box?.focus()
  box?.setSelectionRange(box.value.length, box.value.length)
}

/** The same for a field whose text will be replaced: all of it is selected. */
export function takeSelected(box: HTMLInputElement | HTMLTextAreaElement | null): void {
  box?.focus()
  box?.select()
}
