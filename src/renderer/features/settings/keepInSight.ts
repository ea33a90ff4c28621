/** The ref of the chosen entry of a bar that scrolls: keeps it within what is seen of the bar. */
export function keepInSight(entry: HTMLElement | null): (() => void) | undefined {
  if (entry === null) return undefined
  // It tells the first sizes before anything is painted, and each later one: of the window, and of a font that came late.
  const observer = new ResizeObserver(() => entry.scrollIntoView({ block: 'nearest', inline: 'nearest' }))
  observer.observe(entry)
  if (entry.parentElement !== null) observer.observe(entry.parentElement)
  return () => observer.disconnect()
}
