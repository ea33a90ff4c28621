import { tabbablesIn } from '#renderer/ui/focus/reachable.ts'

/** The `ref` for a part that scrolls. Without a control in it, Tab stops at the part itself, so that keys scroll it. */
export function scrollStop(part: HTMLElement | null): (() => void) | undefined {
  if (part === null) return undefined
  const look = () => {
    const isNeeded = part.scrollHeight > part.clientHeight && tabbablesIn(part).length === 0
    if (isNeeded) part.tabIndex = 0
    else part.removeAttribute('tabindex')
  }
  const sizes = new ResizeObserver(look)
  const contents = new MutationObserver(look)
  sizes.observe(part)
  contents.observe(part, { childList: true, subtree: true })
  return () => {
    sizes.disconnect()
    contents.disconnect()
  }
}
