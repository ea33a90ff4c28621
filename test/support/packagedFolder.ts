/** Where the packaged desktop app is, as it is given to people. */
import { join } from 'node:path'

export const packagedFolder = join(import.meta.dirname, '..', '..', 'dist', 'linux-unpacked')
