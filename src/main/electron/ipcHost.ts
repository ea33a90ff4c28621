/**
 * Handles messages from our own page, and only from its main frame. Answers each hello with a new port to the engine,
 * and writes to disk what the page stored.
 */
import { ipcMain, type IpcMainEvent, MessageChannelMain } from 'electron'
import { desktopChannels } from '#contract/desktop'
import { isOwnPage } from '#main/electron/pageAddress'
import type { RunningHost } from '#main/host/host'

function isFromPage({ senderFrame }: IpcMainEvent, pageUrl: string): boolean {
  return senderFrame !== null && senderFrame.parent === null && isOwnPage(senderFrame.url, pageUrl)
}

/** Answers a hello from before the host's start once the host has started. */
export function servePorts(host: Promise<RunningHost>, pageUrl: string): void {
  ipcMain.on(desktopChannels.hello, (event) => {
    if (isFromPage(event, pageUrl)) void connect(event)
  })

  const connect = async (event: IpcMainEvent) => {
    const running = await host.catch(() => null)
    if (running === null) return
    const { port1, port2 } = new MessageChannelMain()
    await running.servePort(port1)
    const frame = event.senderFrame
    // The frame may have been closed or navigated away since.
    if (frame === null || frame.isDestroyed() || !isFromPage(event, pageUrl)) return port1.close()
    port1.start()
    frame.postMessage(desktopChannels.port, null, [port2])
  }
}

/**
 * Writes a stored choice to disk immediately, so that it survives if the app crashes. Chromium alone would write it up
 * to a minute later.
 */
export function keepStored(pageUrl: string): void {
  ipcMain.on(desktopChannels.stored, (event) => {
    if (isFromPage(event, pageUrl)) event.sender.session.flushStorageData()
  })
}
