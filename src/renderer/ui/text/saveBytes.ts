/** Hands base64 to the browser as a file to save. Throws if it is none. */
export function saveBytes(name: string, data: string): void {
  const bytes = Uint8Array.from(atob(data), (char) => char.charCodeAt(0))
  // A browser would open some types instead of saving them.
  const address = URL.createObjectURL(new Blob([bytes], { type: 'application/octet-stream' }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // By the next task the browser has read it.
  setTimeout(() => URL.revokeObjectURL(address))
}
