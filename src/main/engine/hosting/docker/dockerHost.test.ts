import { inspect } from 'node:util'
import { expect, it } from 'vitest'
import { DockerHost } from '#engine/hosting/docker/dockerHost'
import { manualClock } from '#test/support/manualClock'

// Catches dockerode serialising every socket for a debug log, which once took 50 ms per request when twenty servers
// started together.
it.each(['unix:///nowhere', 'tcp://127.0.0.1:1'])(
  'the HTTP agent for %s is serialised as one word',
  async (address) => {
    const host = new DockerHost(manualClock(), { DOCKER_HOST: address }, { command: process.execPath, env: {} })
    const { modem } = (await host.api()) as unknown as { readonly modem: { readonly agent: object } }
    expect(inspect(modem.agent, { showHidden: true, depth: null })).toBe('Agent')
    await host.close()
  },
)
