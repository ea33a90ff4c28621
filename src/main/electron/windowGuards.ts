/** What the page may not do, whatever it is made to try: leave its address, open windows, embed others, ask for devices. */
import { dialog, session, shell, type BrowserWindow, type WebContents } from 'electron'
import { desktopChannels, type OpenedAddress } from '#contract/desktop'
import { messageOf } from '#contract/errors'
import { builtPageUrl, isAppFrame, isMadeByPage, isOwnPage, isWebAddress } from '#main/electron/pageAddress'

/** Copying is all that the page asks of the system; reading the clipboard is not among it. */
const allowedPermission = 'clipboard-sanitized-write'

/** A proxy that is not there. */
const nowhere = '127.0.0.1:1'

export function guardSession(pageUrl: string): void {
  const { defaultSession } = session
  // Without a word the session would reach this machine directly, which only the server of a page in the making needs.
  const ownMachine = pageUrl === builtPageUrl ? '<-loopback>' : '<local>'
  const allowed = (permission: string, url: string) => permission === allowedPermission && isOwnPage(url, pageUrl)
  defaultSession.setPermissionRequestHandler((_contents, permission, answer, details) => {
    answer(allowed(permission, details.requestingUrl))
  })
  defaultSession.setPermissionCheckHandler((_contents, permission, origin) => allowed(permission, origin))
  defaultSession.setDevicePermissionHandler(() => false)
  // What no handler of ours answers goes nowhere: all that a page is made of is answered here, or is at this machine.
  void defaultSession.setProxy({ mode: 'fixed_servers', proxyRules: nowhere, proxyBypassRules: ownMachine })
  // What a person saves is made by the page; the system asks them where it goes.
  defaultSession.on('will-download', (event, item) => {
    if (!isMadeByPage(item.getURL(), pageUrl)) event.preventDefault()
  })
}

export function guardContents(window: BrowserWindow, pageUrl: string): void {
  const contents: WebContents = window.webContents
  contents.on('will-navigate', (event) => {
    if (!isOwnPage(event.url, pageUrl)) event.preventDefault()
  })
  contents.on('will-redirect', (event) => {
    if (!isOwnPage(event.url, pageUrl)) event.preventDefault()
  })
  contents.on('will-frame-navigate', (event) => {
    const goesOn = event.isMainFrame ? isOwnPage(event.url, pageUrl) : isAppFrame(event.url)
    if (!goesOn) event.preventDefault()
  })
  contents.on('will-attach-webview', (event) => event.preventDefault())
  // Its calls go past every policy and every handler of addresses.
  contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp')
  contents.setWindowOpenHandler(({ url }) => {
    const isOutside = isWebAddress(url) && !isOwnPage(url, pageUrl)
    const opening = isOutside ? openOutside(window, url) : Promise.resolve(false)
    void opening.then((isOpen) => {
      if (!contents.isDestroyed()) contents.send(desktopChannels.opened, { url, isOpen } satisfies OpenedAddress)
    })
    return { action: 'deny' }
  })
}

/** The page has shown the person all of the address, and they have decided; nothing else of it can open a window. */
async function openOutside(window: BrowserWindow, url: string): Promise<boolean> {
  try {
    await shell.openExternal(url)
    return true
  } catch (thrown) {
    const detail = `${url}\n\n${messageOf(thrown)}`
    await dialog.showMessageBox(window, { type: 'error', message: 'No browser could be opened', detail })
    return false
  }
}
