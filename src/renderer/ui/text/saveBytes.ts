/** Lets the browser save base64 data as a file. Throws if the data is not base64. */
export function saveBytes(name: string, data: string): void {
  const bytes = Uint8Array.from(atob(data), (char) => char.charCodeAt(0))
  // The type is neutral, because browsers open files of some types instead of saving them.
  const address = URL.createObjectURL(new Blob([bytes], { type: 'application/octet-stream' }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The browser has read the address by the next task.
  setTimeout(() => URL.revokeObjectURL(address))
}
