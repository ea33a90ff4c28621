/**
 * Opens an address outside Switchboard and says whether it opened. A browser may block it, and a system may have no
 * browser.
 */
import { toldOpened } from '#contract/desktop'
import { isDesktop } from '#renderer/client/portWire.ts'

function told(url: string): Promise<boolean> {
  return new Promise((resolve) => {
    const answered = new AbortController()
    const received = (event: MessageEvent) => {
      const opened = event.source === window ? toldOpened(event.data) : null
      if (opened?.url !== url) return
      answered.abort()
      resolve(opened.isOpen)
    }
    window.addEventListener('message', received, { signal: answered.signal })
  })
}

/** Call this in the click handler itself, because browsers block it later. `url` is a complete URL. */
export function openOutside(url: string): Promise<boolean> {
  if (isDesktop(navigator.userAgent)) {
    const answer = told(url)
    window.open(url, '_blank', 'noopener,noreferrer')
    return answer
  }
  // With `noopener` a browser does not say whether the page opened. So `opener` is cleared before the page loads.
  const page = window.open(url, '_blank')
  if (page === null) return Promise.resolve(false)
  page.opener = null
  return Promise.resolve(true)
}
