import { describe } from 'vitest'
import { hosted } from '#test/outside/chapters/hosted'
import { play } from '#test/outside/driver/play'
import { hasPart } from '#test/support/parts/hasPart'

describe.skipIf(!hasPart('docker') || !hasPart('gvisor'))('on a Docker Engine with gVisor', () => {
  // A file cannot name a hosted server, so only the way `added` is played.
  play(hosted, ['added'])
})
