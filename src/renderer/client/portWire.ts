/** The wire inside the desktop app. The page says hello, and the main process answers with a new port each time. */
import { RPCLink } from '@orpc/client/message-port'
import { desktopChannels } from '#contract/desktop'
import type { CallContext } from '#renderer/client/api.ts'
import type { OpenWire } from '#renderer/client/wire.ts'

export function isDesktop(userAgent: string): boolean {
  return userAgent.includes(' Electron/')
}

function askForPort(signal: AbortSignal): Promise<MessagePort> {
  return new Promise((resolve, reject) => {
    const answered = new AbortController()
    const received = (event: MessageEvent) => {
      const port = event.ports[0]
      if (event.source !== window || event.data !== desktopChannels.port || port === undefined) return
      answered.abort()
      resolve(port)
    }
    window.addEventListener('message', received, { signal: answered.signal })
    signal.addEventListener(
      'abort',
      () => {
        answered.abort()
        reject(signal.reason as Error)
      },
      { signal: answered.signal },
    )
    window.postMessage(desktopChannels.hello, window.location.origin)
  })
}

export const openPortWire: OpenWire = async (signal) => {
  const port = await askForPort(signal)
  const closed = new Promise<void>((resolve) => port.addEventListener('close', () => resolve(), { once: true }))
  const link = new RPCLink<CallContext>({ port })
  port.start()
  return { link, closed }
}
