/** The application menu. It has the standard roles, so that every usual shortcut works. */
import { app, Menu, type MenuItemConstructorOptions } from 'electron'

export function setMenu(): void {
  const mac: MenuItemConstructorOptions[] = process.platform === 'darwin' ? [{ role: 'appMenu' }] : []
  const debugging: MenuItemConstructorOptions[] = app.isPackaged
    ? []
    : [{ type: 'separator' }, { role: 'forceReload' }, { role: 'toggleDevTools' }]
  Menu.setApplicationMenu(
    Menu.buildFromTemplate([
      ...mac,
      { role: 'fileMenu' },
      { role: 'editMenu' },
      {
        label: 'View',
        submenu: [
          { role: 'reload' },
          { type: 'separator' },
          { role: 'resetZoom' },
          { role: 'zoomIn' },
          { role: 'zoomOut' },
          { type: 'separator' },
          { role: 'togglefullscreen' },
          ...debugging,
        ],
      },
      { role: 'windowMenu' },
    ]),
  )
}
