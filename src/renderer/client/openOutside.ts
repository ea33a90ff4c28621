/** Opens an address outside of Switchboard, and finds out whether it was: a browser may refuse to, a system may have none. */
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

/** To be called in the click itself: only then a browser opens anything. `url` is whole, as a URL writes it. */
export function openOutside(url: string): Promise<boolean> {
  if (isDesktop(navigator.userAgent)) {
    const answer = told(url)
    window.open(url, '_blank', 'noopener,noreferrer')
    return answer
  }
  // With `noopener` a browser never says whether it did; the page is let go of before it has loaded anything.
  const page = window.open(url, '_blank')
  if (page === null) return Promise.resolve(false)
  page.opener = null
  return Promise.resolve(true)
}
