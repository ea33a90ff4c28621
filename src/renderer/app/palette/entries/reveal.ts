import { tabbablesIn } from '#renderer/ui/focus/reachable.ts'
import { isSomethingOpen } from '#renderer/ui/overlay/isSomethingOpen.ts'

/** How long to wait for the element. */
const patienceMs = 5_000

/** Waits until the element is on the page and nothing covers it. Then scrolls to it and focuses its first control. */
export function reveal(selector: string): void {
  const show = () => {
    const element = isSomethingOpen() ? null : document.querySelector<HTMLElement>(selector)
    if (element === null) return
    stop()
    element.scrollIntoView({ block: 'center' })
    tabbablesIn(element)[0]?.focus({ preventScroll: true })
  }
  const observer = new MutationObserver(show)
  const timer = setTimeout(() => observer.disconnect(), patienceMs)
  const stop = () => {
    observer.disconnect()
    clearTimeout(timer)
  }
  observer.observe(document.body, { subtree: true, childList: true })
  show()
}
