/** The desktop app: the engine in the main process, and one window on it. */
import { app, BrowserWindow } from 'electron'

function openWindow(): void {
  const window = new BrowserWindow({ show: false })
  window.once('ready-to-show', () => window.show())
}

void app.whenReady().then(openWindow)
