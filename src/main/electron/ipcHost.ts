/**
 * Gives the page a port to the engine when it says hello: only our own page, only its main frame, and a new port each
 * time.
 */
import { ipcMain, type IpcMainEvent, MessageChannelMain } from 'electron'
import { desktopChannels } from '#contract/desktop'
import { isOwnPage } from '#main/electron/pageAddress'
import type { RunningHost } from '#main/host/host'

function mayConnect({ senderFrame }: IpcMainEvent, pageUrl: string): boolean {
  return senderFrame !== null && senderFrame.parent === null && isOwnPage(senderFrame.url, pageUrl)
}

/** Answers a hello from before the host's start once the host has started. */
export function servePorts(host: Promise<RunningHost>, pageUrl: string): void {
  ipcMain.on(desktopChannels.hello, (event) => {
    if (mayConnect(event, pageUrl)) void connect(event)
  })

  const connect = async (event: IpcMainEvent) => {
    const running = await host.catch(() => null)
    if (running === null) return
    const { port1, port2 } = new MessageChannelMain()
    await running.servePort(port1)
    const frame = event.senderFrame
    // The frame may have been closed or navigated away since.
    if (frame === null || frame.isDestroyed() || !mayConnect(event, pageUrl)) return port1.close()
    port1.start()
    frame.postMessage(desktopChannels.port, null, [port2])
  }
}
