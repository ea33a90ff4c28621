/** The `ref` for a field that a button opens: focuses the field, with the cursor after the text. */
export function takeFocus(box: HTMLInputElement | HTMLTextAreaElement | null): void {
  box?.focus()
  box?.setSelectionRange(box.value.length, box.value.length)
}

/** The `ref` for a field whose text will be replaced: focuses the field and selects its text. */
export function takeSelected(box: HTMLInputElement | HTMLTextAreaElement | null): void {
  box?.focus()
  box?.select()
}
