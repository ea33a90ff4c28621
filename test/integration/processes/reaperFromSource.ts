/** How the reaper is run in tests that build nothing. */
import { resolve } from 'node:path'
import type { Paths } from '#engine/ports'

const root = resolve(import.meta.dirname, '../../..')

export const reaperFromSource: Paths['reaper'] = {
  command: process.execPath,
  args: [resolve(root, 'src/main/engine/connections/processes/reaper.ts')],
  env: {},
}
