/** Lets the browser save text as a file. */
export function saveText(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/plain;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The browser has read the address by the next task.
  setTimeout(() => URL.revokeObjectURL(address))
}
