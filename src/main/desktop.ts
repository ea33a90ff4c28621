/**
 * Electron entry. Loads the app only if no other app has the data folder. Awaits nothing at the top level: Electron is
 * not ready before this module has been evaluated, so waiting for both would never end.
 */
import { join } from 'node:path'
import { app } from 'electron'
import { keepTickShapes } from '#main/host/keptTicks'
import { openOutlet } from '#main/host/output/outlet'

keepTickShapes()

const givenFolder = process.env['SWITCHBOARD_DATA']
// The lock below, the page's storage and the engine's data belong together.
if (givenFolder !== undefined && givenFolder !== '') app.setPath('userData', givenFolder)

// Also for output of Electron and Node: a closed terminal must not end the app.
const stderr = openOutlet(process.stderr)
openOutlet(process.stdout)

async function start(): Promise<void> {
  try {
    const { startDesktopApp } = await import('#main/electron/desktopApp')
    startDesktopApp(join(import.meta.dirname, '..'))
  } catch (error) {
    stderr.write(`Could not load the app: ${String(error)}\n`)
    app.exit(1)
  }
}

// A client that was connected by an older version starts the app as Node; opening a window would be no help.
if (process.env['ELECTRON_RUN_AS_NODE'] !== undefined) {
  process.stderr.write(
    'Switchboard was updated, and clients now start it in another way. Connect this client again on the Clients page.\n',
  )
  app.exit(1)
} else if (app.requestSingleInstanceLock()) void start()
else app.quit()
