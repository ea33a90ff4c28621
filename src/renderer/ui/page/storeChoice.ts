/** Stores a choice for this browser only. Null removes the choice. */
import { desktopChannels } from '#contract/desktop'

export function storeChoice(key: string, value: string | null): void {
  if (value === null) localStorage.removeItem(key)
  else localStorage.setItem(key, value)
  // Tells the desktop app to write the choice to disk immediately. Otherwise it waits for up to a minute, and a crash
  // would lose the choice.
  window.postMessage(desktopChannels.stored, window.location.origin)
}
