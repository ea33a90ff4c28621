/** Quitting closes the engine first, which stops its servers. The wait for that is limited. */
import { app } from 'electron'
import { explainFault } from '#main/electron/explained'
import { openOutlet } from '#main/host/output/outlet'
import type { RunningHost } from '#main/host/host'

/** How long quitting waits: longer than the engine waits for a server that ignores every request to exit. */
const maxMs = 10_000

async function endWith(fault: Error): Promise<void> {
  await explainFault(fault)
  app.quit()
}

/** `isBegun`: whether the host is starting or started. */
export function closeBeforeQuit(host: Promise<RunningHost>, isBegun: () => boolean): void {
  let closing = false
  app.on('will-quit', (event) => {
    event.preventDefault()
    if (closing) return
    closing = true
    setTimeout(() => app.exit(1), maxMs)
    const close = async () => (isBegun() ? (await host).close() : undefined)
    close().then(
      () => app.exit(0),
      () => app.exit(1),
    )
  })
  // By default Electron shows a dialog that blocks the whole process, including the engine, until it is answered.
  process.once('uncaughtException', (error) => {
    openOutlet(process.stderr).write(`Error in the main process: ${error.stack ?? error.message}\n`)
    void endWith(error)
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => app.quit())
}
