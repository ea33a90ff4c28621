/** The default data folder, which is the desktop app's. Pure. */
import { posix, win32 } from 'node:path'

export interface Home {
  readonly platform: NodeJS.Platform
  readonly folder: string
  readonly environment: Readonly<Record<string, string | undefined>>
}

const product = 'Switchboard'

export function defaultDataFolder({ platform, folder, environment }: Home): string {
  if (platform === 'darwin') return posix.join(folder, 'Library', 'Application Support', product)
  if (platform === 'win32') {
    return win32.join(environment['APPDATA'] ?? win32.join(folder, 'AppData', 'Roaming'), product)
  }
  const configured = environment['XDG_CONFIG_HOME']
  return posix.join(configured === undefined || configured === '' ? posix.join(folder, '.config') : configured, product)
}
