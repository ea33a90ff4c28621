/** Quitting ends the engine first, and the engine ends its servers; but nobody waits for that for ever. */
import { app } from 'electron'
import { explainFault } from '#main/electron/startDesktopHost'
import { openOutlet } from '#main/host/output/outlet'
import type { RunningHost } from '#main/host/host'

/** Longer than the engine gives a server that ignores every request to end. */
const longestMs = 10_000

async function endWith(fault: Error): Promise<void> {
  await explainFault(fault)
  app.quit()
}

export function closeBeforeQuit(host: Promise<RunningHost>): void {
  let closing = false
  app.on('will-quit', (event) => {
    event.preventDefault()
    if (closing) return
    closing = true
    setTimeout(() => app.exit(1), longestMs)
    const close = async () => (await host).close()
    close().then(
      () => app.exit(0),
      () => app.exit(1),
    )
  })
  // Left to itself, Electron shows a dialog that stops the whole process, the engine included, until somebody answers.
  process.once('uncaughtException', (error) => {
    openOutlet(process.stderr).write(`A fault in the main process: ${error.stack ?? error.message}\n`)
    void endWith(error)
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => app.quit())
}
