/** Stores a choice that holds for this browser alone. Null: the choice is taken back. */
import { desktopChannels } from '#contract/desktop'

export function storeChoice(key: string, value: string | null): void {
  if (value === null) localStorage.removeItem(key)
  else localStorage.setItem(key, value)
  // The desktop app writes it to disk at once. By itself it would wait for up to a minute, and a crash would lose it.
  window.postMessage(desktopChannels.stored, window.location.origin)
}
