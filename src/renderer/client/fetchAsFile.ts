/** Has a browser fetch an address as a file, however large: this one, or that of the system where a window can save none. */
import { openOutside } from '#renderer/client/openOutside.ts'
import { isDesktop } from '#renderer/client/portWire.ts'

export async function fetchAsFile(url: string, name: string): Promise<void> {
  if (isDesktop(navigator.userAgent)) {
    if (!(await openOutside(url))) throw new Error('No browser could be opened to fetch it.')
    return
  }
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
}
