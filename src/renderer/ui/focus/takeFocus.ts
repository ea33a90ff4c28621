/** As the `ref` of a field that a button opens: typing goes into it at once, after its text. */
export function takeFocus(box: HTMLInputElement | HTMLTextAreaElement | null): void {
  box?.focus()
  box?.setSelectionRange(box.value.length, box.value.length)
}

/** The same for a text that is to be replaced rather than continued. */
export function takeSelected(box: HTMLInputElement | HTMLTextAreaElement | null): void {
  box?.focus()
  box?.select()
}
