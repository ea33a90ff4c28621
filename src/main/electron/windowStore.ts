/** Keeps what belongs to the window, and nothing else: its place. Everything that is worth keeping is in the engine. */
import type { BrowserWindow } from 'electron'
import Store from 'electron-store'
import type { WindowPlace } from '#main/electron/windowPlace'

export interface WindowStore {
  read(): Partial<WindowPlace>
  keep(window: BrowserWindow): void
}

export function openWindowStore(folder: string): WindowStore {
  // A file that was spoilt is worth no more than the usual place.
  const store = new Store<Partial<WindowPlace>>({
    name: 'window',
    cwd: folder,
    clearInvalidConfig: true,
    // As every file in a data folder: the folder itself may be open to all.
    configFileMode: 0o600,
  })
  return {
    read: () => store.store,
    keep: (window) => {
      store.store = { bounds: window.getNormalBounds(), maximized: window.isMaximized() }
    },
  }
}
