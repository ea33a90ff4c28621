/** Stores the window's bounds and nothing else. All other data is in the engine. */
import type { BrowserWindow } from 'electron'
import Store from 'electron-store'
import type { WindowPlace } from '#main/electron/windowPlace'

export interface WindowStore {
  read(): Partial<WindowPlace>
  keep(window: BrowserWindow): void
}

export function openWindowStore(folder: string): WindowStore {
  // A damaged file is replaced by the defaults.
  const store = new Store<Partial<WindowPlace>>({
    name: 'window',
    cwd: folder,
    clearInvalidConfig: true,
    // Like every file in a data folder: the folder itself may be open to all.
    configFileMode: 0o600,
  })
  return {
    read: () => store.store,
    keep: (window) => {
      store.store = { bounds: window.getNormalBounds(), maximized: window.isMaximized() }
    },
  }
}
