/** Where the control socket of a data folder is on this machine. */
import { existsSync, realpathSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { controlAddress } from '#main/host/control/controlAddress'
import type { ControlAddress } from '#main/host/control/controlAddress'

export function controlAddressHere(dataFolder: string): ControlAddress {
  // One folder under two names is one folder.
  const folder = existsSync(dataFolder) ? realpathSync(dataFolder) : dataFolder
  return controlAddress(folder, {
    platform: process.platform,
    temporaryFolder: tmpdir(),
    userId: process.getuid?.() ?? 0,
  })
}

const nobodyThere = new Set(['ENOENT', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE'])

/** Nobody listens there, or whoever did is just closing. */
export function meansNobody(error: Error): boolean {
  return 'code' in error && typeof error.code === 'string' && nobodyThere.has(error.code)
}
