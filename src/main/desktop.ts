/**
 * Electron entry. Loads the app only where no other has the data folder. Never awaits `whenReady` at the top level: a
 * packaged app would wait for itself.
 */
import { join } from 'node:path'
import { app } from 'electron'

const givenFolder = process.env['SWITCHBOARD_DATA']
// The lock below, the page's storage and the engine's data belong together.
if (givenFolder !== undefined && givenFolder !== '') app.setPath('userData', givenFolder)

if (app.requestSingleInstanceLock()) {
  const { startDesktopApp } = await import('#main/electron/desktopApp')
  startDesktopApp(join(import.meta.dirname, '..'))
} else {
  app.quit()
}
