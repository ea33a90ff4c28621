/** Hands a text to the browser as a file to save. */
export function saveText(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/plain;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // By the next task the browser has read it.
  setTimeout(() => URL.revokeObjectURL(address))
}
