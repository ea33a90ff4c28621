/** The folder of the packaged desktop app, as users get it. */
import { join } from 'node:path'

export const packagedFolder = join(import.meta.dirname, '..', '..', 'dist', 'linux-unpacked')
