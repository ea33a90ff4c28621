/** Gives a page that says hello a port to the engine: only our own page, only its main frame, a new port each time. */
import { ipcMain, type IpcMainEvent, MessageChannelMain } from 'electron'
import { desktopChannels } from '#contract/desktop'
import { isOwnPage } from '#main/electron/pageAddress'
import type { RunningHost } from '#main/host/host'

function mayConnect({ senderFrame }: IpcMainEvent, pageUrl: string): boolean {
  return senderFrame !== null && senderFrame.parent === null && isOwnPage(senderFrame.url, pageUrl)
}

/** A hello before the host has started is answered afterwards. */
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
    // The frame may be gone or have navigated meanwhile.
    if (frame === null || frame.isDestroyed() || !mayConnect(event, pageUrl)) return port1.close()
    port1.start()
    frame.postMessage(desktopChannels.port, null, [port2])
  }
}
