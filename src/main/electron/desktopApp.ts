/** The desktop app: one engine in the main process, one window on it. */
import { join } from 'node:path'
import { app, type BrowserWindow } from 'electron'
import { closeBeforeQuit } from '#main/electron/closing'
import { servePorts } from '#main/electron/ipcHost'
import { setMenu } from '#main/electron/menu'
import { pageUrlOf } from '#main/electron/pageAddress'
import { servePage } from '#main/electron/pageProtocol'
import { explainFailure, startDesktopHost } from '#main/electron/startDesktopHost'
import { openWindow } from '#main/electron/window'
import { guardSession } from '#main/electron/windowGuards'
import { openWindowStore } from '#main/electron/windowStore'

export function startDesktopApp(outFolder: string): void {
  const dataFolder = app.getPath('userData')
  const pageUrl = pageUrlOf(process.env['ELECTRON_RENDERER_URL'], app.isPackaged)
  let window: BrowserWindow | null = null
  let failed = false
  let held = false
  const show = () => {
    window = openWindow({
      pageUrl,
      preload: join(outFolder, 'preload', 'index.cjs'),
      icon: join(outFolder, '..', 'resources', 'icon.png'),
      store: openWindowStore(dataFolder),
    })
    window.once('closed', () => (window = null))
  }

  const onHeld = (isHeld: boolean) => {
    const wasHeld = held
    held = isHeld
    if (isHeld) window?.destroy()
    else if (wasHeld) show()
  }
  const host = startDesktopHost({ dataFolder, outFolder, onHeld })

  closeBeforeQuit(host)
  servePorts(host, pageUrl)
  app.on('second-instance', () => {
    if (window?.isMinimized() === true) window.restore()
    window?.focus()
  })
  // On macOS an app without a window stays, and comes back with a new one.
  app.on('window-all-closed', () => !failed && !held && process.platform !== 'darwin' && app.quit())
  app.on('activate', () => held || (window ?? show()))

  host.catch(async (thrown: unknown) => {
    failed = true
    window?.destroy()
    await explainFailure(thrown)
    app.quit()
  })
  void app.whenReady().then(() => {
    setMenu()
    guardSession(pageUrl)
    servePage(join(outFolder, 'renderer'))
    if (!failed && !held) show()
  })
}
