import { expect, test } from 'vitest'
import { containerConfig, containerName, type RuntimeFacts } from '#engine/hosting/docker/containerConfig'
import { findRuntime } from '#engine/hosting/docker/runtimes'
import type { ContainerSpec } from '#engine/hosting/provider'

const spec: ContainerSpec = {
  owner: 'store-1',
  workspaceId: '0b6f4a2e-7f0f-4c39-9d5b-2f5e8b6f1c11',
  slug: 'notes',
  generation: 3,
  image: 'notes:1',
  command: null,
  environment: { TOKEN: 'sk-1' },
  limits: { cpu: 0.5, memoryBytes: 512 * 2 ** 20, diskBytes: null },
  volumes: [{ name: 'notes-data', path: '/data' }],
  ports: [],
  network: { mode: 'none' },
  isBridged: true,
}
const facts: RuntimeFacts = {
  provider: 'gvisor',
  runtime: 'runsc',
  hasInit: true,
  canPublish: true,
  keepsVolumes: true,
}
const image = { Volumes: {}, Env: [] }
const hostOf = (given: Partial<ContainerSpec>, other: Partial<RuntimeFacts> = {}) =>
  containerConfig({ ...spec, ...given }, { ...facts, ...other }, image).HostConfig

test('[R28] limits and isolation of a container are all said, whatever the runtime takes by itself', () => {
  expect(hostOf({})).toMatchObject({
    Runtime: 'runsc',
    NanoCpus: 5e8,
    Memory: 536_870_912,
    MemorySwap: 536_870_912,
    PidsLimit: 512,
    CapDrop: ['ALL'],
    SecurityOpt: ['no-new-privileges'],
    ReadonlyRootfs: true,
    Privileged: false,
    NetworkMode: 'none',
    Init: true,
    Tmpfs: { '/tmp': 'rw,nosuid,nodev,size=268435456,mode=1777' },
    LogConfig: { Type: 'none' },
    RestartPolicy: { Name: 'no' },
  })
})

test('values of variables are in the environment alone', () => {
  const { Env, ...rest } = containerConfig(spec, facts, image)
  expect(Env).toEqual(['HOME=/tmp', 'TOKEN=sk-1'])
  expect(JSON.stringify(rest)).not.toContain('sk-1')
})

test('a home that the image or the person names stays', () => {
  expect(containerConfig(spec, facts, { ...image, Env: ['HOME=/app'] }).Env).toEqual(['TOKEN=sk-1'])
  const own = { ...spec, environment: { HOME: '/data' } }
  expect(containerConfig(own, facts, image).Env).toEqual(['HOME=/data'])
})

test('folders that the image wants to be volumes are in memory, but for those that are kept', () => {
  const { HostConfig } = containerConfig(spec, facts, { ...image, Volumes: { '/data': {}, '/cache': {} } })
  expect(Object.keys(HostConfig?.Tmpfs ?? {})).toEqual(['/tmp', '/cache'])
})

test('[R28] what is in memory is no larger than the limit of disk', () => {
  const host = hostOf({ limits: { ...spec.limits, diskBytes: 2 ** 20 } })
  expect(host?.Tmpfs?.['/tmp']).toContain('size=1048576')
})

test('[R24] ports are published on loopback alone, and nowhere on an Engine of another machine', () => {
  const ports = [
    { container: 8080, host: null },
    { container: 80, host: 9000 },
  ]
  const network = { mode: 'full' } as const
  expect(hostOf({ ports, network })?.PortBindings).toEqual({
    '8080/tcp': [{ HostIp: '127.0.0.1', HostPort: '' }],
    '80/tcp': [{ HostIp: '127.0.0.1', HostPort: '9000' }],
  })
  expect(() => hostOf({ ports, network }, { canPublish: false })).toThrow(/another machine/)
})

test('[R28] Firecracker through Kata: its runtime is named, and volumes, which it would lose, are refused', () => {
  const entries = { 'kata-fc': { runtimeType: 'io.containerd.kata-fc.v2' }, runc: { path: 'runc' } }
  for (const Runtimes of [
    entries,
    { 'io.containerd.kata-fc.v2': {} },
    { mine: { runtimeType: 'io.containerd.kata-fc.v2' } },
  ]) {
    const runtime = findRuntime('firecracker', { Runtimes })
    expect(runtime).toEqual({ found: true, name: Object.keys(Runtimes)[0] })
  }
  const firecracker = { provider: 'firecracker', runtime: 'kata-fc', keepsVolumes: false } as const
  expect(hostOf({ volumes: [] }, firecracker)).toMatchObject({ Runtime: 'kata-fc', CapDrop: ['ALL'], NanoCpus: 5e8 })
  expect(() => hostOf({}, firecracker)).toThrow(/lost/)
  expect(findRuntime('gvisor', { Runtimes: { runc: { path: 'runc' } } })).toMatchObject({ found: false })
  expect(findRuntime('gvisor', { Runtimes: { sandbox: { path: '/usr/bin/runsc' } } })).toMatchObject({
    name: 'sandbox',
  })
  // Podman lists what it has not got, and takes no notice of what is asked for.
  expect(findRuntime('gvisor', { Runtimes: { runsc: { path: '/usr/bin/runsc' } }, isPodman: true }).found).toBe(false)
  expect(findRuntime('plain', { Runtimes: null })).toEqual({ found: true, name: null })
})

test('a container has the name of its server, whatever that is made of', () => {
  expect(containerName(spec)).toBe('switchboard-notes-0b6f4a2e7f0f4c39')
  expect(containerName({ ...spec, slug: 'a b/ü' })).toMatch(/^switchboard-a-b---/)
})
