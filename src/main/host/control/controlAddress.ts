/** Where the control socket of a data folder is. Pure: everybody who knows the folder computes the same address. */
import { createHash } from 'node:crypto'
import { join, resolve } from 'node:path'

export interface ControlAddress {
  readonly path: string
  /** A folder that has to be made and kept private for the socket; null where the data folder itself holds it. */
  readonly privateFolder: string | null
}

export interface Surroundings {
  readonly platform: NodeJS.Platform
  readonly temporaryFolder: string
  readonly userId: number
}

/** The kernel takes 108 bytes on Linux and 104 on macOS, with the closing zero. */
const longestSocketPath = 100

export function controlAddress(dataFolder: string, surroundings: Surroundings): ControlAddress {
  const key = createHash('sha256').update(resolve(dataFolder)).digest('hex').slice(0, 24)
  if (surroundings.platform === 'win32') {
    return { path: String.raw`\\.\pipe\switchboard-${key}`, privateFolder: null }
  }
  const inside = join(resolve(dataFolder), 'control.sock')
  if (Buffer.byteLength(inside) <= longestSocketPath) return { path: inside, privateFolder: null }
  const privateFolder = join(surroundings.temporaryFolder, `switchboard-${surroundings.userId}-${key}`)
  return { path: join(privateFolder, 'control.sock'), privateFolder }
}
