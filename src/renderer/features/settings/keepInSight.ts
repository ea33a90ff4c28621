/** The ref of the current entry of a scrolling bar. It keeps the entry within the visible part of the bar. */
export function keepInSight(entry: HTMLElement | null): (() => void) | undefined {
  if (entry === null) return undefined
  // The observer reports the first sizes before anything is painted, and each later change, such as a resized window or
  // a font that loads late.
  const observer = new ResizeObserver(() => entry.scrollIntoView({ block: 'nearest', inline: 'nearest' }))
  observer.observe(entry)
  if (entry.parentElement !== null) observer.observe(entry.parentElement)
  return () => observer.disconnect()
}
