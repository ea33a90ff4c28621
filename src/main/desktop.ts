/**
 * Electron entry. Loads the app only where no other has the data folder. Awaits nothing at the top level: Electron is
 * not ready before this module has been evaluated, and what waits for both waits for ever.
 */
import { join } from 'node:path'
import { app } from 'electron'
import { openOutlet } from '#main/host/output/outlet'

const givenFolder = process.env['SWITCHBOARD_DATA']
// The lock below, the page's storage and the engine's data belong together.
if (givenFolder !== undefined && givenFolder !== '') app.setPath('userData', givenFolder)

// Also for what Electron and Node write there: a terminal that has gone must not end the app.
const stderr = openOutlet(process.stderr)
openOutlet(process.stdout)

async function start(): Promise<void> {
  try {
    const { startDesktopApp } = await import('#main/electron/desktopApp')
    startDesktopApp(join(import.meta.dirname, '..'))
  } catch (error) {
    stderr.write(`The app could not be loaded: ${String(error)}\n`)
    app.exit(1)
  }
}

// What an older version wrote for a client starts the app as Node; a window would be no answer to that.
if (process.env['ELECTRON_RUN_AS_NODE'] !== undefined) {
  process.stderr.write(
    'Switchboard was updated and is started in another way now. Connect this client again, on Clients.\n',
  )
  app.exit(1)
} else if (app.requestSingleInstanceLock()) void start()
else app.quit()
