/** Checks that the in-memory runtime keeps the rules for every runtime. Otherwise tests that use it prove nothing. */
import { setImmediate as turn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { systemClock } from '#engine/clock'
import type { ContainerSpec } from '#engine/hosting/provider'
import { behaving, failing, realServer, silent } from '#test/support/hosting/fakeImages'
import { FakeProvider } from '#test/support/hosting/fakeProvider'
import { FakeRuntime } from '#test/support/hosting/fakeRuntime'
import { keepsTheRules } from '#test/support/hosting/providerContract'
import { manualClock } from '#test/support/manualClock'
// The real server is built before the tests, because this file contains `serverFile(`.

const clock = manualClock()

describe('the rules of all runtimes', () => {
  keepsTheRules(() => {
    const host = new FakeRuntime(systemClock, {
      echoes: (body) => ({ input: (text) => body.stdout(text) }),
      fails: failing(7, 'bye\n'),
      stays: () => ({ input: () => undefined, terminate: () => undefined }),
    })
    return { provider: () => new FakeProvider(host), spec: (image) => ({ image }) }
  })
})

function runtime() {
  const host = new FakeRuntime(clock, {
    good: behaving,
    silent,
    broken: failing(3, 'no such module\n'),
    echo: realServer('echo'),
  })
  return { host, provider: new FakeProvider(host) }
}

const spec = (given: Partial<ContainerSpec> = {}): ContainerSpec => ({
  owner: 'engine',
  workspaceId: 'w1',
  slug: 'notes',
  generation: 1,
  image: 'good',
  command: null,
  environment: { COLOUR: 'blue' },
  limits: { cpu: 0.5, memoryBytes: 512e6, diskBytes: null },
  volumes: [{ name: 'notes-data', path: '/data' }],
  folders: [],
  ports: [],
  network: { mode: 'none' },
  isBridged: true,
  ...given,
})

function told() {
  const events: string[] = []
  return {
    events,
    onStdout: (bytes: Uint8Array) => void events.push(`out ${Buffer.from(bytes).toString()}`),
    onStderr: (bytes: Uint8Array) => void events.push(`err ${Buffer.from(bytes).toString()}`),
    onExit: ({ code, isOutOfMemory }: { code: number | null; isOutOfMemory: boolean }) =>
      void events.push(`exit ${code}${isOutOfMemory ? ' out of memory' : ''}`),
  }
}

const call = (name: string, input: object = {}) =>
  `${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: input } })}\n`

it('reports nothing before a start has settled, then output in order, and the exit once and last', async () => {
  const { provider } = runtime()
  const heard = told()
  const started = provider.start(spec({ image: 'broken' }), heard)
  expect(heard.events).toEqual([])
  const container = await started
  expect(heard.events).toEqual([])
  await expect.poll(() => heard.events).toEqual(['err no such module\n', 'exit 3'])
  await container.stop(0)
  await container.stop(0)
  expect(heard.events).toHaveLength(2)
  expect(await provider.find('engine')).toEqual([])
})

it('keeps the contents of a volume when its container is gone, and refuses to remove a volume that is in use', async () => {
  const { provider } = runtime()
  const one = await provider.start(spec(), told())
  await one.write(call('remember', { text: 'kept' }))
  await expect(provider.removeVolume('notes-data')).rejects.toMatchObject({ code: 'VOLUME_IN_USE' })
  await one.stop(0)
  const heard = told()
  const other = await provider.start(spec({ generation: 2 }), heard)
  await other.write(call('recall'))
  await expect.poll(() => heard.events.join()).toContain('kept')
  await other.stop(0)
  await provider.removeVolume('notes-data')
  expect(await provider.listVolumes('engine')).toEqual([])
})

it('refuses a missing image, a taken port, and every start once the runtime is gone', async () => {
  const { host, provider } = runtime()
  host.takenPorts.add(8080)
  await expect(provider.start(spec({ image: 'none' }), told())).rejects.toMatchObject({ code: 'IMAGE_NOT_FOUND' })
  const taken = spec({ ports: [{ container: 80, host: 8080 }] })
  await expect(provider.start(taken, told())).rejects.toMatchObject({ code: 'PORT_TAKEN' })
  expect(host.history).toEqual([])
  provider.report = { ...provider.report, available: false, missing: { reason: 'gone', repair: 'bring it' } }
  await expect(provider.start(spec(), told())).rejects.toMatchObject({ code: 'RUNTIME_UNAVAILABLE', message: 'gone' })
})

it('leaves the containers of an engine to the next one when the engine exits', async () => {
  const { host, provider } = runtime()
  const heard = told()
  await provider.start(spec({ image: 'silent' }), heard)
  provider.abandon()
  host.newest('w1').crash(1)
  await turn()
  expect(heard.events).toEqual([])
  const next = new FakeProvider(host)
  expect(await next.find('engine')).toMatchObject([{ workspaceId: 'w1', generation: 1, isRunning: false }])
})

it('kills a container that does not exit in time', async () => {
  const { host, provider } = runtime()
  const heard = told()
  const container = await provider.start(spec({ image: 'echo' }), heard)
  await container.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' })}\n`)
  await expect.poll(() => heard.events.join()).toContain('"result":{}')
  host.newest('w1').freeze()
  const stopped = container.stop(10_000)
  clock.advance(10_000)
  await stopped
  expect(heard.events.at(-1)).toBe('exit 137')
})
