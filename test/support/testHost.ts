/** The facts about the host, for a test that has none. */
import type { HostFacts } from '#engine/handlers/hostFacts'

export function testHost(token = ''): HostFacts {
  return {
    kind: 'headless',
    version: '0',
    dataFolder: '',
    endpoint: () => null,
    token: () => token,
    signInAddress: () => null,
    backupAddress: () => null,
    bridge: { command: '', args: [], env: {} },
  }
}
