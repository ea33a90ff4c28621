/** Stores the window's bounds. All other data is in the engine. */
import type { BrowserWindow } from 'electron'
import Store from 'electron-store'
import type { WindowPlace } from '#main/electron/windowPlace'

export interface WindowStore {
  read(): Partial<WindowPlace>
  keep(window: BrowserWindow): void
}

export function openWindowStore(folder: string): WindowStore {
  // The defaults replace a damaged file.
  const store = new Store<Partial<WindowPlace>>({
    name: 'window',
    cwd: folder,
    clearInvalidConfig: true,
    // Private like every file in a data folder, because the folder itself may be readable by all.
    configFileMode: 0o600,
  })
  return {
    read: () => store.store,
    keep: (window) => {
      store.store = { bounds: window.getNormalBounds(), maximized: window.isMaximized() }
    },
  }
}
