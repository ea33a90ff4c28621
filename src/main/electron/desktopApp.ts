/** The desktop app: one engine in the main process, and one window that shows it. */
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { app, type BrowserWindow } from 'electron'
import { desktopChannels } from '#contract/desktop'
import { closeBeforeQuit } from '#main/electron/closing'
import { explainFailure } from '#main/electron/explained'
import { keepStored, servePorts } from '#main/electron/ipcHost'
import { setMenu } from '#main/electron/menu'
import { pageUrlOf } from '#main/electron/pageAddress'
import { servePage } from '#main/electron/pageProtocol'
import { noticeQuestions } from '#main/electron/questionNotices'
import { canNotify, showNotice } from '#main/electron/systemNotices'
import { openWindow } from '#main/electron/window'
import { guardSession } from '#main/electron/windowGuards'
import { openWindowStore } from '#main/electron/windowStore'

/**
 * How long the engine's start waits for the page, so that a page that does not load cannot keep the engine from its
 * clients. In development another server delivers the page, so the wait always takes this long.
 */
const maxPageMs = 500

export function startDesktopApp(outFolder: string): void {
  const dataFolder = app.getPath('userData')
  const pageUrl = pageUrlOf(process.env['ELECTRON_RENDERER_URL'], app.isPackaged)
  let window: BrowserWindow | null = null
  let failed = false
  let held = false
  let isBegun = false
  const show = (): BrowserWindow => {
    const opened = openWindow({
      pageUrl,
      preload: join(outFolder, 'preload', 'index.cjs'),
      icon: join(outFolder, '..', 'resources', 'icon.png'),
      store: openWindowStore(dataFolder),
    })
    window = opened
    opened.once('closed', () => (window = null))
    return opened
  }
  const front = () => {
    if (window?.isMinimized() === true) window.restore()
    window?.show()
    window?.focus()
  }
  const lookAt = (question: string) => {
    const send = (to: BrowserWindow) => to.webContents.send(desktopChannels.question, question)
    if (window === null) {
      const opened = show()
      opened.webContents.once('did-finish-load', () => send(opened))
    } else {
      front()
      send(window)
    }
  }

  const onHeld = (isHeld: boolean) => {
    const wasHeld = held
    held = isHeld
    if (isHeld) window?.destroy()
    else if (wasHeld) show()
  }
  const openFirst = () => {
    guardSession(pageUrl)
    const loaded = servePage(join(outFolder, 'renderer'))
    show()
    setMenu()
    return loaded
  }
  // The window comes first: once it has its files, its page runs in a process of its own while this one starts the engine.
  const host = app.whenReady().then(async () => {
    await Promise.race([openFirst(), setTimeout(maxPageMs)])
    isBegun = true
    const { startDesktopHost } = await import('#main/electron/startDesktopHost')
    return startDesktopHost({ dataFolder, outFolder, onHeld })
  })

  const notice = async () => {
    const running = await host.catch(() => null)
    if (running === null || !canNotify()) return
    const news = running.attendQuestions(undefined)
    await noticeQuestions({ news, show: showNotice, isSeen: () => window?.isFocused() === true, look: lookAt })
  }

  closeBeforeQuit(host, () => isBegun)
  servePorts(host, pageUrl)
  keepStored(pageUrl)
  app.on('second-instance', front)
  // On macOS an app without a window keeps running, and opens a new one when activated.
  app.on('window-all-closed', () => !failed && !held && process.platform !== 'darwin' && app.quit())
  app.on('activate', () => held || (window ?? show()))

  const fail = async (thrown: unknown, message?: string) => {
    failed = true
    window?.destroy()
    await explainFailure(thrown, message)
    app.quit()
  }
  host.then(
    async (running) => fail(await running.outdated, 'Update Switchboard to continue'),
    (thrown: unknown) => fail(thrown),
  )
  void notice()
}
