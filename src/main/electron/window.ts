/** The window: how it is created, what its page may do, and where it opens. */
import { BrowserWindow, nativeTheme, screen } from 'electron'
import { askBeforeClosing } from '#main/electron/unsavedEdits'
import { guardContents } from '#main/electron/windowGuards'
import { placeWindow, smallestSize } from '#main/electron/windowPlace'
import type { WindowStore } from '#main/electron/windowStore'

export interface WindowOptions {
  readonly pageUrl: string
  readonly preload: string
  readonly icon: string
  readonly store: WindowStore
}

/** The page's own background colours, so that nothing flashes before the first paint. */
const grounds = { light: '#f7f7f8', dark: '#0f0f12' } as const

export function openWindow({ pageUrl, preload, icon, store }: WindowOptions): BrowserWindow {
  const { bounds, maximized } = store.read()
  const window = new BrowserWindow({
    ...placeWindow(
      bounds,
      screen.getAllDisplays().map((display) => display.workArea),
    ),
    minWidth: smallestSize.width,
    minHeight: smallestSize.height,
    show: false,
    title: 'Switchboard',
    icon,
    backgroundColor: nativeTheme.shouldUseDarkColors ? grounds.dark : grounds.light,
    webPreferences: {
      preload,
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      webSecurity: true,
      webviewTag: false,
      spellcheck: false,
    },
  })
  guardContents(window, pageUrl)
  askBeforeClosing(window)
  if (maximized === true) window.maximize()
  window.once('ready-to-show', () => window.show())
  window.on('close', () => store.keep(window))
  void window.loadURL(pageUrl)
  return window
}
