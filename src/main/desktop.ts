/** Electron entry: one engine in the main process, one window on it. Never awaits `whenReady` at the top level. */
import { join } from 'node:path'
import { app, type BrowserWindow } from 'electron'
import { registerPageScheme, servePage } from '#main/electron/appProtocol'
import { closeBeforeQuit } from '#main/electron/closing'
import { servePorts } from '#main/electron/ipcHost'
import { setMenu } from '#main/electron/menu'
import { pageUrlOf } from '#main/electron/pageAddress'
import { explainFailure, startDesktopHost } from '#main/electron/startDesktopHost'
import { openWindow } from '#main/electron/window'
import { guardSession } from '#main/electron/windowGuards'
import { openWindowStore } from '#main/electron/windowStore'

const outFolder = join(import.meta.dirname, '..')
const givenFolder = process.env['SWITCHBOARD_DATA']
// The lock below, the page's storage and the engine's data belong together.
if (givenFolder !== undefined && givenFolder !== '') app.setPath('userData', givenFolder)

function start(): void {
  const dataFolder = app.getPath('userData')
  const pageUrl = pageUrlOf(process.env['ELECTRON_RENDERER_URL'], app.isPackaged)
  const host = startDesktopHost({ dataFolder, outFolder })
  let window: BrowserWindow | null = null
  let failed = false
  const show = () => {
    window = openWindow({
      pageUrl,
      preload: join(outFolder, 'preload', 'index.cjs'),
      icon: join(outFolder, '..', 'resources', 'icon.png'),
      store: openWindowStore(dataFolder),
    })
    window.once('closed', () => (window = null))
  }

  registerPageScheme()
  closeBeforeQuit(host)
  servePorts(host, pageUrl)
  app.on('second-instance', () => {
    if (window?.isMinimized() === true) window.restore()
    window?.focus()
  })
  // On macOS an app without a window stays, and comes back with a new one.
  app.on('window-all-closed', () => !failed && process.platform !== 'darwin' && app.quit())
  app.on('activate', () => window ?? show())

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
    if (!failed) show()
  })
}

if (app.requestSingleInstanceLock()) start()
else app.quit()
