/** The doctor examines hosted servers on an in-memory runtime, with one fault for each finding. */
import { expect, it } from 'vitest'
import { told } from '#test/integration/doctor/patients'
import { type HostedHost, hostedHost, surroundings } from '#test/integration/hosting/hostedHost'
import { behaving, failing, silent } from '#test/support/hosting/fakeImages'
import { ableReport } from '#test/support/hosting/fakeProvider'
import type { FakeImage } from '#test/support/hosting/fakeRuntime'
import { manualClock } from '#test/support/manualClock'

const examine = async ({ engine }: HostedHost) => told(engine.doctor.examine('notes', undefined, undefined))
const outcomes = ({ steps }: Awaited<ReturnType<typeof examine>>) =>
  steps.map(({ phase, outcome }) => `${phase} ${outcome}`)

/** Returns a host whose server ran before and is stopped now, and whose image has been replaced since. */
async function stoppedWith(image: FakeImage, given: object = {}) {
  const host = await hostedHost(await surroundings({ patient: behaving }))
  const { id } = await host.register({ image: 'patient', ...given })
  await host.engine.registry.connection('notes').stop()
  host.runtime.images.set('patient', image)
  return { ...host, id }
}

const ends = (stderr: string, code = 1) => failing(code, `${stderr}\n`)

// Catches an examination that starts a second container with the same volumes beside the running one.
it('[R27] a running server is examined in its own container, and none is started', async () => {
  const host = await hostedHost(await surroundings())
  const { container_id: container } = await host.register({ volumes: ['/data'], network: { mode: 'none' } })
  host.provider.report = { ...ableReport, version: 'Fake Engine 1.2' }
  const examined = await examine(host)
  expect(outcomes(examined)).toEqual([
    'values ok',
    'runtime warning',
    'image ok',
    'container ok',
    'handshake ok',
    'listing ok',
  ])
  const { found, verdict } = examined
  expect(found('gVisor')).toEqual(['Fake Engine 1.2'])
  expect(found('takes it')).toEqual(['gvisor'])
  expect(found('limits')).toEqual(['cpu 0.5, memory 512M'])
  expect(found('cannot be enforced')).toEqual(['disk'])
  expect(found('network')).toEqual(['none'])
  expect(found('good')).toEqual(['is available'])
  expect(found('runs').join()).toContain(`as ${container}`)
  expect(found('memory')).toEqual(['19 MB of 512M'])
  expect(found('heartbeats')).toEqual(['are answered'])
  expect(found('tools')).toEqual(['5'])
  expect(verdict).toMatchObject({ healthy: true, summary: 'notes runs and lists 5 tools.', tools: 5, advice: [] })
  expect(host.runtime.history).toHaveLength(1)
  expect(await host.get('notes')).toMatchObject({ status: 'running', restart_count: 0 })
})

// Catches an examination that leaves its container behind, or counts as a start of the server.
it('[R27] a stopped server is started for a moment, and is stopped again afterwards', async () => {
  const host = await stoppedWith(behaving)
  const before = await host.get('notes')
  const examined = await examine(host)
  expect(examined.verdict).toMatchObject({ healthy: true, summary: 'notes starts and lists 5 tools.' })
  expect(outcomes(examined).slice(-5)).toEqual(['container ok', 'spawn ok', 'handshake ok', 'listing ok', 'end ok'])
  expect(examined.found('runs')).toEqual(['no'])
  expect(host.runtime.containers.size).toBe(0)
  expect(await host.get('notes')).toMatchObject({
    status: 'stopped',
    state: before.state,
    restart_count: 0,
    last_crash: null,
  })
})

// Catches a server that a person starts during its examination and that is then started twice or not at all.
it('[R26] a start during an examination waits until the examination ends', async () => {
  const host = await stoppedWith(behaving)
  let goOn: () => void = () => undefined
  host.runtime.slowness = new Promise((resolve) => (goOn = resolve))
  const examined = examine(host)
  await expect.poll(() => host.provider.asked).toContain('start notes 2')
  host.engine.registry.connection('notes').start()
  expect((await examine(host)).verdict.summary).toContain('Only one can run at a time')
  goOn()
  await expect.poll(async () => (await host.get('notes')).status).toBe('running')
  expect((await examined).verdict.healthy).toBe(true)
  expect([...host.runtime.containers.values()].filter(({ exit }) => exit === null)).toHaveLength(1)
  expect(await host.get('notes')).toMatchObject({ status: 'running', restart_count: 0, last_crash: null })
})

it('[R28] a missing runtime is named, with advice on how to get it', async () => {
  const host = await stoppedWith(behaving)
  host.provider.report = {
    ...ableReport,
    available: false,
    missing: { reason: 'gVisor is not installed here.', repair: 'Install runsc.' },
  }
  const examined = await examine(host)
  expect(outcomes(examined)).toEqual(['values ok', 'runtime failed'])
  expect(examined.found('gVisor')).toEqual(['is missing: gVisor is not installed here. Install runsc.'])
  expect(examined.verdict).toMatchObject({ healthy: false, advice: [{ code: 'runtime-missing' }] })
})

it('[R28] a limit that can no longer be enforced is named', async () => {
  const host = await stoppedWith(behaving, { resource_limits: { cpu: '1' } })
  host.provider.report = {
    ...ableReport,
    can: { ...ableReport.can, limits: { cpu: false, memory: true, disk: false } },
  }
  const { verdict } = await examine(host)
  expect(verdict).toMatchObject({ healthy: false, advice: [{ code: 'limit-not-enforceable' }] })
  expect(verdict.summary).toContain('resource_limits.cpu')
})

it('[R24] a missing image is fetched, and a failure to fetch it is reported', async () => {
  const host = await stoppedWith(behaving)
  host.runtime.images.delete('patient')
  const missing = await examine(host)
  expect(outcomes(missing).at(-1)).toBe('image failed')
  expect(missing.verdict.advice).toMatchObject([{ code: 'docker-image-missing' }])
  host.runtime.registry.set('patient', { image: behaving, steps: [{ doneBytes: 1, totalBytes: 2 }] })
  expect((await examine(host)).found('patient')).toEqual(['was fetched'])
})

it('[R24] a taken port on this machine is reported', async () => {
  const host = await stoppedWith(behaving, { ports: [{ container: 9, host: 50_123 }] })
  host.runtime.takenPorts.add(50_123)
  expect((await examine(host)).verdict.advice).toMatchObject([{ code: 'port-taken' }])
})

it.each<[string, FakeImage, object, string, string]>([
  ['no module', ends("Error: Cannot find module 'left-pad'"), {}, 'module-missing', 'left-pad'],
  [
    'no network',
    ends('Error: getaddrinfo ENOTFOUND api.example.com'),
    { network: { mode: 'none' } },
    'host-not-found',
    'has none',
  ],
  ['no memory', ends('FATAL ERROR: JavaScript heap out of memory', 134), {}, 'out-of-memory', '512M'],
  ['no disk space', ends('Error: ENOSPC: no space left on device, write'), {}, 'disk-full', 'volume'],
  [
    'no place to write',
    ends("Error: EROFS: read-only file system, open '/app/cache'"),
    {},
    'file-system-read-only',
    '/app/cache',
  ],
  ['no more processes', ends('Error: spawn node EAGAIN'), {}, 'process-limit', 'processes'],
  ['no output', failing(3, ''), {}, 'ended-without-reason', 'variables'],
  ['killed', failing(137, ''), {}, 'out-of-memory', 'killed'],
])('[R26] an exit is reported with its code and advice: %s', async (_title, image, given, code, words) => {
  const host = await stoppedWith(image, given)
  const { verdict } = await examine(host)
  expect(verdict.healthy).toBe(false)
  expect(verdict.exit).toMatchObject({ code: expect.any(Number), signal: null })
  expect(verdict.advice[0]).toMatchObject({ code })
  expect(verdict.advice[0]?.text).toContain(words)
  // The exit does not count as a server crash, because it happened in an examination.
  expect(await host.get('notes')).toMatchObject({ last_crash: null, restart_count: 0 })
})

it('[R28] a container ended by its memory limit is reported as such', async () => {
  const host = await stoppedWith(silent)
  const examined = examine(host)
  // The examination tries both protocol eras.
  for (const started of [2, 3]) {
    await expect.poll(() => host.runtime.history.length).toBe(started)
    host.runtime.newest(host.id).runOutOfMemory()
  }
  expect((await examined).verdict.advice).toMatchObject([
    {
      code: 'out-of-memory',
      text: 'It needs more than its 512M of memory. Host it again with more.',
    },
  ])
})

it('[R26] the last exit and the number of restarts of a server that is running again are reported', async () => {
  const host = await hostedHost(await surroundings())
  const { id } = await host.register()
  host.runtime.newest(id).crash(9, 'I was told to\n')
  await expect.poll(() => host.get('notes')).toMatchObject({ status: 'running', restart_count: 1 })
  const { found, verdict } = await examine(host)
  expect(found('restarts')).toEqual(['1'])
  expect(found('ended last')[0]).toMatch(/^\d{4}-.*, exit code 9$/)
  expect(verdict.healthy).toBe(true)
})

it('[R27] unanswered heartbeats are a warning', async () => {
  const clock = manualClock()
  const host = await hostedHost(await surroundings({}, clock))
  const registered = host.register({ heartbeat_ms: 1_000 })
  const { id } = await registered
  host.runtime.newest(id).freeze()
  for (let beats = 0; beats < 4; beats++) clock.advance(1_000)
  await expect.poll(() => host.engine.registry.connection('notes').health?.isSilent).toBe(true)
  const examined = await examine(host)
  expect(outcomes(examined)).toContain('handshake warning')
  expect(examined.verdict).toMatchObject({ healthy: true, advice: [{ code: 'unresponsive' }] })
})
