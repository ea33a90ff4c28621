/**
 * Keeps the page, even if it is tricked, from leaving its address, opening windows, embedding other sites, or using
 * devices.
 */
import { dialog, session, shell, type BrowserWindow, type WebContents } from 'electron'
import { desktopChannels, type OpenedAddress } from '#contract/desktop'
import { messageOf } from '#contract/errors'
import { builtPageUrl, isAppFrame, isMadeByPage, isOwnPage, isWebAddress } from '#main/electron/pageAddress'

/** Copying is the only permission that the page needs. It does not include reading the clipboard. */
const allowedPermission = 'clipboard-sanitized-write'

/** A proxy address where nothing listens. */
const nowhere = '127.0.0.1:1'

export function guardSession(pageUrl: string): void {
  const { defaultSession } = session
  // Without this rule the session would connect to this machine directly, which only a development server needs.
  const ownMachine = pageUrl === builtPageUrl ? '<-loopback>' : '<local>'
  const allowed = (permission: string, url: string) => permission === allowedPermission && isOwnPage(url, pageUrl)
  defaultSession.setPermissionRequestHandler((_contents, permission, answer, details) => {
    answer(allowed(permission, details.requestingUrl))
  })
  defaultSession.setPermissionCheckHandler((_contents, permission, origin) => allowed(permission, origin))
  defaultSession.setDevicePermissionHandler(() => false)
  // Sends all other requests to a proxy that does not exist. Every part of the page comes from our handlers, or in
  // development from this machine.
  void defaultSession.setProxy({ mode: 'fixed_servers', proxyRules: nowhere, proxyBypassRules: ownMachine })
  // A person can save only files that the page created. The system asks where to put them.
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
  // WebRTC bypasses every policy and every protocol handler.
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

/**
 * Opens an address after the page has shown it in full and the person has agreed. The page cannot open a window in any
 * other way.
 */
async function openOutside(window: BrowserWindow, url: string): Promise<boolean> {
  try {
    await shell.openExternal(url)
    return true
  } catch (thrown) {
    const detail = `${url}\n\n${messageOf(thrown)}`
    await dialog.showMessageBox(window, { type: 'error', message: 'Could not open a browser', detail })
    return false
  }
}
