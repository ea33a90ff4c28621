/** A host with its page, whose hosted servers run in an in-memory container runtime; everything else is real. */
import { join } from 'node:path'
import { createEngine } from '#engine/createEngine'
import { implementContract } from '#engine/handlers'
import { systemClock } from '#engine/clock'
import type { ProviderReport } from '#engine/hosting/provider'
import { openHost } from '#main/host/openHost'
import { openPorts } from '#main/host/ports/openPorts'
import { createWires } from '#main/host/wires/wires'
import { behaving, failing, silent } from '#test/support/hosting/fakeImages'
import { fakeBase } from '#test/support/hosting/fakePackages'
import { ableReport, FakeProvider } from '#test/support/hosting/fakeProvider'
import { FakeRuntime } from '#test/support/hosting/fakeRuntime'
import { temporaryFolder } from '#test/support/temporaryFolder'

const root = join(import.meta.dirname, '..', '..')
export const token = 'token-of-the-end-to-end-tests'
const mebibyte = 2 ** 20

export const absent: ProviderReport = {
  ...ableReport,
  available: false,
  missing: {
    reason: 'No Docker Engine answers at unix:///var/run/docker.sock.',
    repair: 'Install Docker (on Debian: apt-get install docker.io) or Podman and start it.',
  },
}

/** A cloud without a key. */
const keyless: ProviderReport = {
  ...absent,
  missing: { reason: 'E2B needs a key.', repair: 'Add the secret E2B_API_KEY to the default project.' },
  isCloud: true,
}

export async function openHosting() {
  const runtime = new FakeRuntime(systemClock, {
    'example.com/notes:1': behaving,
    'example.com/silent:1': silent,
    'example.com/broken:1': failing(3, 'loading\nno such module\n'),
  })
  runtime.registry.set('example.com/large:1', {
    image: behaving,
    steps: [0, 20, 80, 120].map((done) => ({ doneBytes: done * mebibyte, totalBytes: 120 * mebibyte })),
  })
  const base = fakeBase()
  runtime.images.set('node:22-slim', base.image)
  const providers = {
    gvisor: new FakeProvider(runtime, 'gvisor'),
    e2b: new FakeProvider(runtime, 'e2b', keyless),
    plain: new FakeProvider(runtime, 'plain'),
  }
  const dataFolder = await temporaryFolder()
  const host = await openHost(
    {
      openPorts: (options) => {
        const { ports, close } = openPorts(options)
        return { ports: { ...ports, containerProviders: Object.values(providers) }, close }
      },
      createEngine,
      openWires: (engine, facts, log) => createWires(implementContract(engine, facts), log),
    },
    {
      kind: 'headless',
      version: '0.0.0',
      dataFolder,
      port: 0,
      pageFolder: join(root, 'out', 'renderer'),
      configFile: null,
      environment: {
        PATH: process.env['PATH'],
        HOME: dataFolder,
        SWITCHBOARD_TOKEN: token,
        SWITCHBOARD_VAULT_KEY: 'key',
      },
      reaperModule: join(root, 'out', 'main', 'reaper.js'),
      warnOnStderr: false,
    },
  )
  const rest = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const answer = await fetch(`${host.url}/api/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    return answer.json()
  }
  return { host, url: host.url ?? '', runtime, providers, base, rest }
}
export type HostingScene = Awaited<ReturnType<typeof openHosting>>
