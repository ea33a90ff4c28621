/**
 * Asks the person before a page with unsaved edits is closed or reloaded. Electron's own synchronous dialog is not
 * used, because it would stop the engine until it is answered.
 */
import { app, type BrowserWindow, dialog } from 'electron'

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

export function askBeforeClosing(window: BrowserWindow): void {
  const { webContents } = window
  let wanted: 'close' | 'quit' | null = null
  let isFree = false
  let asking = false
  const quits = () => (wanted = 'quit')
  // After a signal the window closes without asking, because there may be no one to answer.
  const freed = () => (isFree = true)
  const ask = async () => {
    const { response } = await dialog.showMessageBox(window, {
      type: 'warning',
      message: 'Discard your changes?',
      detail: 'The window has changes that are not saved.',
      buttons: ['Keep editing', 'Discard'],
      defaultId: 0,
      cancelId: 0,
    })
    asking = false
    const act = wanted
    wanted = null
    if (response === 0 || window.isDestroyed()) return
    isFree = true
    if (act === null) webContents.reload()
    else window.destroy()
    if (act === 'quit') app.quit()
  }
  window.on('close', () => (wanted ??= 'close'))
  webContents.on('will-prevent-unload', (event) => {
    if (isFree) {
      event.preventDefault()
      return
    }
    if (asking) return
    asking = true
    void ask()
  })
  webContents.on('did-finish-load', () => (isFree = false))
  app.on('before-quit', quits)
  for (const signal of signals) process.on(signal, freed)
  window.once('closed', () => {
    app.off('before-quit', quits)
    for (const signal of signals) process.off(signal, freed)
  })
}
