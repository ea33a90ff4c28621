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
  folders: [],
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
  relay: { key: 'abc', loader: 'ld-linux.so' },
}
const image = { Volumes: {}, Env: [] }
const hostOf = (given: Partial<ContainerSpec>, other: Partial<RuntimeFacts> = {}) =>
  containerConfig({ ...spec, ...given }, { ...facts, ...other }, image).HostConfig

test("[R28] limits and isolation of a container are all explicit, whatever the runtime's defaults", () => {
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

test("variables' values appear only in the environment", () => {
  const { Env, ...rest } = containerConfig(spec, facts, image)
  expect(Env).toEqual(['HOME=/tmp', 'TOKEN=sk-1'])
  expect(JSON.stringify(rest)).not.toContain('sk-1')
})

test('HOME is left alone if the image or the person sets it', () => {
  expect(containerConfig(spec, facts, { ...image, Env: ['HOME=/app'] }).Env).toEqual(['TOKEN=sk-1'])
  const own = { ...spec, environment: { HOME: '/data' } }
  expect(containerConfig(own, facts, image).Env).toEqual(['HOME=/data'])
})

test('folders that the image declares as volumes are in memory, unless the server has a volume there', () => {
  const { HostConfig } = containerConfig(spec, facts, { ...image, Volumes: { '/data': {}, '/cache': {} } })
  expect(Object.keys(HostConfig?.Tmpfs ?? {})).toEqual(['/tmp', '/cache'])
})

test('[R28] folders in memory are no larger than the disk limit', () => {
  const host = hostOf({ limits: { ...spec.limits, diskBytes: 2 ** 20 } })
  expect(host?.Tmpfs?.['/tmp']).toContain('size=1048576')
})

test('[R24] ports are published on loopback only, and never by Docker on another machine', () => {
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

test('[R28] Firecracker runs through the Kata runtime, and refuses volumes because it would lose their data', () => {
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
  // Podman lists runtimes that it does not have, and ignores the one that is requested.
  expect(findRuntime('gvisor', { Runtimes: { runsc: { path: '/usr/bin/runsc' } }, isPodman: true }).found).toBe(false)
  expect(findRuntime('plain', { Runtimes: null })).toEqual({ found: true, name: null })
})

test('[R28] a container with a list of hosts has no network, and its program starts behind the gate', () => {
  const given = { ...spec, network: { mode: 'allow', hosts: ['api.example.com'] } } as const
  const made = containerConfig(given, facts, {
    ...image,
    Env: ['NODE_OPTIONS=-r x'],
    Entrypoint: ['/app'],
    Cmd: ['-v'],
  })
  expect(made.HostConfig?.NetworkMode).toBe('none')
  expect(made.HostConfig?.Mounts?.at(-1)).toMatchObject({ Target: '/.switchboard', ReadOnly: true })
  expect(made.Entrypoint?.at(0)).toBe('/.switchboard/ld-linux.so')
  expect(made.Entrypoint?.slice(-3)).toEqual(['--', '/app', '-v'])
  expect(made.Env).toEqual(
    expect.arrayContaining(['NODE_OPTIONS=', 'SWITCHBOARD_NODE_OPTIONS=-r x', 'HTTPS_PROXY=http://127.0.0.1:13128']),
  )
  expect(() => containerConfig(given, facts, image)).toThrow(/names no program/)
  expect(() => containerConfig(given, { ...facts, relay: 'Not on this machine.' }, image)).toThrow(
    /Not on this machine/,
  )
  const ports = [{ container: 80, host: null }]
  expect(() => containerConfig({ ...given, ports }, facts, image)).toThrow(/listens on a port/)
})

test("a container's name contains its server's name, with characters that Docker refuses replaced", () => {
  expect(containerName(spec)).toBe('switchboard-notes-0b6f4a2e7f0f4c39')
  expect(containerName({ ...spec, slug: 'a b/ü' })).toMatch(/^switchboard-a-b---/)
})
