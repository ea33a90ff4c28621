/** Keeps the chosen entry of a bar that scrolls within what is seen of the bar. It scrolls nothing else. */
import { type RefObject, useLayoutEffect } from 'react'

export function useSeenEntry(
  bar: RefObject<HTMLElement | null>,
  chosen: RefObject<HTMLElement | null>,
  choice: string,
): void {
  useLayoutEffect(() => {
    if (bar.current === null || chosen.current === null) return
    const entry = chosen.current
    // It tells the first sizes before anything is painted, and each later one: of the window, and of a font that came late.
    const observer = new ResizeObserver(() => entry.scrollIntoView({ block: 'nearest', inline: 'nearest' }))
    observer.observe(bar.current)
    observer.observe(entry)
    return () => observer.disconnect()
  }, [bar, chosen, choice])
}
