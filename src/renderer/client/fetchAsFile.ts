/**
 * Lets a browser download a file of any size. The window of the desktop app cannot save downloads, so it uses the
 * system's browser.
 */
import { openOutside } from '#renderer/client/openOutside.ts'
import { isDesktop } from '#renderer/client/portWire.ts'

export async function fetchAsFile(url: string, name: string): Promise<void> {
  if (isDesktop(navigator.userAgent)) {
    if (!(await openOutside(url))) throw new Error('No browser could be opened to download the file.')
    return
  }
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
}
