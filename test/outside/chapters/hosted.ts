/** Servers in containers, registered over REST. They run in gVisor unless a test names another provider. */
import Dockerode from 'dockerode'
import { expect, inject, vi } from 'vitest'
import type { Place } from '#test/outside/driver/place'
import { reasons } from '#test/outside/driver/reasons'
import type { Chapter, Scenario } from '#test/outside/driver/scenario'
import { notesProgram, webProgram } from '#test/support/hosting/hostedPrograms'
import { makeImage } from '#test/support/hosting/testImages'
import type { Json } from '#test/support/mcpClients'
import { patience } from '#test/support/patience'

const notes = 'outside-notes:1'
const web = 'outside-web:1'

interface Hosted {
  readonly id: string
  readonly slug: string
  readonly image: string
  readonly container_id: string | null
  readonly provider: string
  readonly state: string
  readonly status: string
  readonly busy: boolean
  readonly uptime_seconds: number
  readonly restart_count: number
  readonly last_crash: { readonly at: string; readonly exit_code: number | null; readonly stderr: string } | null
  readonly next_restart_at: string | null
  readonly warning: string | null
  readonly usage: { readonly cpu_percent: number; readonly memory_bytes: number } | null
  readonly ports: readonly { readonly container: number; readonly host: number | null; readonly path: string }[]
  readonly volumes: readonly { readonly name: string; readonly path: string }[]
}

const engine = () => new Dockerode({ socketPath: (inject('docker') ?? '').replace('unix://', '') })

/** Registers a server with only the settings that the test names, and asserts that the server is ready. */
async function register(place: Place, name: string, given: Json = {}): Promise<Hosted> {
  const network = { mode: 'none' }
  const server = await place.rest<Hosted & Json>('POST', '/mcp/servers', { name, image: notes, network, ...given })
  expect(server).toMatchObject({ slug: name, state: 'ready', status: 'running', error: null })
  return server
}

const get = (place: Place, id: string) => place.rest<Hosted & Json>('GET', `/mcp/servers/${id}`)

const tryCall = (place: Place, id: string, name: string, args: Json = {}) =>
  place.tryRest('POST', `/mcp/servers/${id}/call`, { method: 'tools/call', params: { name, arguments: args } })

async function call(place: Place, id: string, name: string, args: Json = {}): Promise<string> {
  const { status, body } = await tryCall(place, id, name, args)
  expect({ name, status, body }).toMatchObject({ status: 200 })
  const { content } = body['result'] as { readonly content: readonly { readonly text: string }[] }
  return content[0]?.text ?? ''
}

const reaches = (place: Place, id: string, expected: Json) =>
  vi.waitFor(async () => {
    const server = await get(place, id)
    expect(server).toMatchObject(expected)
    return server
  }, patience)

/**
 * Returns the container of a server. It must have an id, because a request without one would ask for the list of
 * containers.
 */
function containerOf({ slug, container_id }: Pick<Hosted, 'slug' | 'container_id'>): Dockerode.Container {
  if (container_id === null) throw new Error(`${slug} has no container`)
  return engine().getContainer(container_id)
}

const inspect = (server: Pick<Hosted, 'slug' | 'container_id'>) => containerOf(server).inspect()

async function logOf(place: Place, id: string): Promise<string> {
  const lines = await place.rest<{ readonly text: string }[]>('GET', `/mcp/servers/${id}/logs`)
  return lines.map(({ text }) => text).join('\n')
}

/** Removes the servers and their volumes. */
async function remove(place: Place, ...ids: readonly string[]): Promise<void> {
  for (const id of ids) expect(await place.rest('DELETE', `/mcp/servers/${id}?volumes=true`)).toEqual({})
}

async function registersBridge(place: Place): Promise<void> {
  const server = await register(place, 'langfuse-mcp', { stdio_bridge: true, restart_policy: 'always' })
  expect(await inspect(server)).toMatchObject({ State: { Running: true }, Config: { OpenStdin: true } })
  expect(await place.rest('POST', '/mcp/servers/langfuse-mcp/call', { method: 'tools/list' })).toMatchObject({
    result: { tools: expect.arrayContaining([expect.objectContaining({ name: 'put' })]) as unknown },
  })
  expect(await place.server('langfuse-mcp')).toMatchObject({ state: { kind: 'ready' } })
  await remove(place, server.id)
}

async function registersHttp(place: Place): Promise<void> {
  // Debian's gVisor has no network in a sandbox, so this server runs without it.
  const given = { image: web, provider: 'plain', stdio_bridge: false, ports: [{ container: 8080 }] }
  const server = await register(place, 'web', { ...given, network: { mode: 'full' } })
  const [port] = server.ports
  expect(await inspect(server)).toMatchObject({ Config: { OpenStdin: false } })
  const direct = await fetch(`http://127.0.0.1:${port?.host}${port?.path}`, {
    method: 'POST',
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'pid' } }),
  })
  expect(await direct.text()).toContain(await call(place, 'web', 'pid'))
  await remove(place, 'web')
}

async function passesVariables(place: Place): Promise<void> {
  const environment = { API_KEY: 'a-key-of-the-test', DB_URL: 'postgres://somewhere' }
  const server = await register(place, 'variables', { environment })
  expect(server).toMatchObject({ environment_names: ['API_KEY', 'DB_URL'] })
  for (const [name, value] of Object.entries(environment))
    expect(await call(place, 'variables', 'variable', { name })).toBe(value)
  expect(await call(place, 'variables', 'variable', { name: 'SECRET_OF_THE_ENGINE' })).toBe('undefined')
  await remove(place, 'variables')
}

async function callsThroughBridge(place: Place): Promise<void> {
  await register(place, 'bridge', { volumes: ['/data'] })
  const { status, body } = await tryCall(place, 'bridge', 'put', { text: 'one\ntwo ✓' })
  expect({ status, body }).toEqual({ status: 200, body: { result: { content: [{ type: 'text', text: 'put' }] } } })
  expect(await call(place, 'bridge', 'get')).toBe('one\ntwo ✓')
}

async function passesErrors(place: Place): Promise<void> {
  const cases = [
    [-32602, 400],
    [-32601, 404],
    [-32050, 502],
  ] as const
  for (const [code, status] of cases) {
    const error = { code, message: `refused with ${code}`, data: { field: 'x' } }
    expect(await tryCall(place, 'bridge', 'refuse', error)).toMatchObject({
      status,
      body: { status, message: error.message, data: error },
    })
  }
  expect(await tryCall(place, 'bridge', 'nothing')).toMatchObject({ status: 404 })
}

async function timesOut(place: Place): Promise<void> {
  const { container_id } = await register(place, 'slow', { call_timeout_ms: 500 })
  const late = await tryCall(place, 'slow', 'wait', { ms: 2_000 })
  expect(late).toMatchObject({ status: 504, body: { code: 'CALL_TIMED_OUT' } })
  expect(await get(place, 'slow')).toMatchObject({ container_id, busy: true, status: 'running', restart_count: 0 })
  expect(await logOf(place, 'slow')).toContain('without an answer')
  // The server's late answer belongs to no call, and is dropped.
  await reaches(place, 'slow', { busy: false, container_id })
  expect(await call(place, 'slow', 'most')).toBe('1')
  await remove(place, 'slow')
}

async function serializes(place: Place): Promise<void> {
  const waits = [300, 100, 200, 0].map((ms) => call(place, 'bridge', 'wait', { ms }))
  expect(await Promise.all(waits)).toEqual(['waited', 'waited', 'waited', 'waited'])
  expect(await call(place, 'bridge', 'most')).toBe('1')
  await remove(place, 'bridge')
}

async function startsAtBoot(place: Place): Promise<void> {
  const names = ['boot-one', 'boot-two', 'boot-three']
  await Promise.all(names.map((name) => register(place, name, { provider: 'plain' })))
  await place.crash()
  for (const name of names) {
    await reaches(place, name, { status: 'running', state: 'ready' })
    expect(await call(place, name, 'most')).toBe('0')
  }
  await remove(place, ...names)
}

async function restartsAfterCrash(place: Place): Promise<void> {
  const before = await register(place, 'crashing', { volumes: ['/data'] })
  await call(place, 'crashing', 'put', { text: 'kept' })
  expect(await tryCall(place, 'crashing', 'die', { words: 'I was told to' })).toMatchObject({ status: 502 })
  const after = await reaches(place, 'crashing', { status: 'running', restart_count: 1 })
  expect(after).toMatchObject({ last_crash: { exit_code: 9, stderr: 'I was told to' }, warning: null })
  expect(after.container_id).not.toBe(before.container_id)
  const { StartedAt } = (await inspect(after)).State
  expect(Date.parse(StartedAt) - Date.parse(after.last_crash?.at ?? '')).toBeLessThan(5_000)
  expect(await logOf(place, 'crashing')).toMatch(/I was told to[^]*exited with code 9/)
}

async function dataSurvives(place: Place): Promise<void> {
  expect(await call(place, 'crashing', 'get')).toBe('kept')
  await containerOf(await get(place, 'crashing')).kill()
  await reaches(place, 'crashing', { status: 'running', restart_count: 2 })
  expect(await call(place, 'crashing', 'get')).toBe('kept')
  await remove(place, 'crashing')
}

async function backsOff(place: Place): Promise<void> {
  await register(place, 'looping', { provider: 'plain' })
  for (let count = 1; count <= 3; count++) {
    await tryCall(place, 'looping', 'die')
    await reaches(place, 'looping', { status: 'running', restart_count: count, warning: null })
  }
  for (const [at, seconds] of [5, 15].entries()) {
    await tryCall(place, 'looping', 'die')
    const waiting = await reaches(place, 'looping', { status: 'restarting' })
    const waitsMs = Date.parse(waiting.next_restart_at ?? '') - Date.parse(waiting.last_crash?.at ?? '')
    expect(Math.round(waitsMs / 1_000)).toBe(seconds)
    expect(waiting.warning).toContain('more than 3 times within a minute')
    if (at === 0) await reaches(place, 'looping', { status: 'running', restart_count: 4 })
  }
  expect(place.log()).toContain('health warning')
  await remove(place, 'looping')
}

async function restartsByHand(place: Place): Promise<void> {
  await register(place, 'restarted', { volumes: ['/data'] })
  await tryCall(place, 'restarted', 'die')
  const before = await reaches(place, 'restarted', { status: 'running', restart_count: 1 })
  const after = await place.rest<Hosted & Json>('POST', '/mcp/servers/restarted/restart')
  expect(after).toMatchObject({ status: 'running', state: 'ready', restart_count: 0 })
  expect(after.container_id).not.toBe(before.container_id)
  expect(await call(place, 'restarted', 'ended')).toBe('by SIGTERM')
  await remove(place, 'restarted')
}

async function tellsHealth(place: Place): Promise<void> {
  const started = await register(place, 'healthy')
  const server = await reaches(place, 'healthy', {
    status: 'running',
    usage: { cpu_percent: expect.any(Number) as unknown },
  })
  expect(server).toMatchObject({ restart_count: 0, last_crash: null, container_id: started.container_id })
  expect(server.uptime_seconds).toBeGreaterThanOrEqual(0)
  expect(server.usage?.memory_bytes).toBeGreaterThan(1_000_000)
}

async function listsAll(place: Place): Promise<void> {
  await register(place, 'other', { provider: 'plain', resource_limits: { memory: '128M' } })
  expect(await place.rest('GET', '/mcp/servers')).toMatchObject([
    { slug: 'healthy', status: 'running', image: notes, provider: 'gvisor', restart_policy: 'always' },
    { slug: 'other', status: 'running', image: notes, provider: 'plain', resource_limits: { memory: '128M' } },
  ])
  await remove(place, 'healthy', 'other')
}

async function marksUnresponsive(place: Place): Promise<void> {
  const { container_id } = await register(place, 'silent', {
    provider: 'plain',
    heartbeat_ms: 200,
    call_timeout_ms: 200,
  })
  expect(await tryCall(place, 'silent', 'block', { ms: 3_000 })).toMatchObject({ status: 504 })
  const silent = await reaches(place, 'silent', { status: 'unresponsive' })
  expect(silent.warning).toContain('heartbeats')
  expect(place.log()).toContain('a server is not responding')
  await reaches(place, 'silent', { status: 'running', container_id, restart_count: 0, warning: null })
  await remove(place, 'silent')
}

async function limitsByDefault(place: Place): Promise<void> {
  const server = await register(place, 'usual')
  expect(server).toMatchObject({ resource_limits: { cpu: '0.5', memory: '512M', disk: '1G', not_enforced: [] } })
  expect(await inspect(server)).toMatchObject({
    HostConfig: { NanoCpus: 500_000_000, Memory: 512 * 2 ** 20, MemorySwap: 512 * 2 ** 20, ReadonlyRootfs: true },
  })
}

async function prefersGvisor(place: Place): Promise<void> {
  const server = await get(place, 'usual')
  expect(server).toMatchObject({ provider: 'gvisor' })
  expect(await inspect(server)).toMatchObject({ HostConfig: { Runtime: 'runsc' } })
  expect(await place.rest('GET', '/mcp/runtimes')).toMatchObject({ auto: 'gvisor' })
  await remove(place, 'usual')
}

async function limitsAsAsked(place: Place): Promise<void> {
  const asked = { cpu: '1', memory: '1G' }
  const server = await register(place, 'large', { resource_limits: asked })
  expect(server).toMatchObject({ resource_limits: asked })
  expect(await inspect(server)).toMatchObject({ HostConfig: { NanoCpus: 1_000_000_000, Memory: 2 ** 30 } })
  await remove(place, 'large')
  // A configured limit is enforced.
  await register(place, 'small', { resource_limits: { memory: '96M' } })
  expect(await tryCall(place, 'small', 'grow')).toMatchObject({ status: 502 })
  await reaches(place, 'small', { status: 'running', restart_count: 1 })
  expect(await logOf(place, 'small')).toContain('ran out of memory')
  await remove(place, 'small')
}

async function mountsVolume(place: Place): Promise<void> {
  const { volumes } = await register(place, 'keeping', { volumes: ['/data'] })
  const name = volumes[0]?.name
  await call(place, 'keeping', 'put', { text: 'kept' })
  await place.rest('POST', '/mcp/servers/keeping/restart')
  expect(await call(place, 'keeping', 'get')).toBe('kept')
  expect(await place.rest('GET', '/mcp/volumes')).toMatchObject([
    { name, path: '/data', in_use: true, server: 'keeping' },
  ])
  await remove(place, 'keeping')
}

async function endsInOrder(place: Place): Promise<void> {
  const polite = await register(place, 'polite', { provider: 'plain', volumes: ['/data'] })
  const stubborn = await register(place, 'stubborn', { provider: 'plain', environment: { STUBBORN: 'yes' } })
  const since = Math.floor(Date.now() / 1_000)
  await place.restart()
  const diedOf = await deathsSince(since)
  const [first, second] = [diedOf.get(polite.container_id ?? ''), diedOf.get(stubborn.container_id ?? '')]
  expect([first?.code, second?.code]).toEqual(['0', '137'])
  expect(Math.round((second?.at ?? 0) - (first?.at ?? 0))).toBeGreaterThanOrEqual(28)
  await reaches(place, 'polite', { status: 'running' })
  expect(await call(place, 'polite', 'ended')).toBe('by SIGTERM')
  for (const server of [polite, stubborn]) await expect(inspect(server)).rejects.toMatchObject({ statusCode: 404 })
  await containerOf(await reaches(place, 'stubborn', { status: 'running' })).kill()
  await remove(place, 'polite', 'stubborn')
}

/** Returns the exit code and the time in seconds of each exit, by container. */
async function deathsSince(
  since: number,
): Promise<ReadonlyMap<string, { readonly code: string; readonly at: number }>> {
  const told = await engine().getEvents({
    since,
    until: Math.ceil(Date.now() / 1_000),
    filters: { type: ['container'], event: ['die'] },
  })
  let text = ''
  for await (const bytes of told) text += String(bytes)
  const events = text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as { time: number; Actor: { ID: string; Attributes: { exitCode: string } } })
  return new Map(events.map(({ time, Actor: { ID, Attributes } }) => [ID, { code: Attributes.exitCode, at: time }]))
}

const played = (name: string, title: string, once: (place: Place) => Promise<void>): Scenario => ({
  source: '003',
  name,
  title,
  notAt: [reasons.hosted],
  play: { once },
})

export const hosted: Chapter = {
  title: 'hosted servers',
  environment: () => ({ DOCKER_HOST: inject('docker') ?? '' }),
  world: async () => {
    await makeImage(engine(), notes, { arguments: ['-e', notesProgram] })
    await makeImage(engine(), web, { arguments: ['-e', webProgram] })
    return { servers: {} }
  },
  scenarios: [
    played(
      'Register stdio-based MCP server',
      '[R24] a container is reached through its stdin, and the server is ready',
      registersBridge,
    ),
    played(
      'Register HTTP-based MCP server',
      '[R24] the server answers at a port on loopback, without a bridge',
      registersHttp,
    ),
    played(
      'Register with environment variables',
      '[R24] the server has those variables, and none of the engine’s',
      passesVariables,
    ),
    played(
      'Call MCP method via HTTP bridge',
      '[R25] what is asked over HTTP is answered by the container',
      callsThroughBridge,
    ),
    played(
      'MCP server returns error via stdio',
      '[R25] code, message and data, under the matching status',
      passesErrors,
    ),
    played('MCP server response timeout', '[R25] reported to the caller and in the log, without a restart', timesOut),
    played('Concurrent MCP calls are serialized', '[R25] the server never has two calls at the same time', serializes),
    played('Auto-start on Emergent boot', '[R26] all are running again after a boot', startsAtBoot),
    played('Restart after crash', '[R26] within 5 s, and reported with exit code and stderr', restartsAfterCrash),
    played(
      'Data survives server restart',
      '[R29] what was written still exists after a crash and a kill',
      dataSurvives,
    ),
    played(
      'Crash loop backoff',
      '[R26] the fourth crash within a minute waits 5 s, the next 15 s, with a warning',
      backsOff,
    ),
    played('Manual restart', '[R26] SIGTERM, a new container, and no restart counted', restartsByHand),
    played('Health status for running server', '[R27] status, uptime, restarts, last crash and usage', tellsHealth),
    played('List all MCP servers', '[R27] all with status, image and requested settings', listsAll),
    played('Detect unresponsive server', '[R27] marked and logged, not restarted', marksUnresponsive),
    played('Default resource limits for MCP servers', '[R28] half a core, 512 MB, and 1 GB of disk', limitsByDefault),
    played('Provider preference for MCP servers', '[R28] gVisor unless another runtime is named', prefersGvisor),
    played('Custom resource limits', '[R28] the requested limits are set and enforced', limitsAsAsked),
    played('Persistent volume mount', '[R29] a named volume, which still exists after a restart', mountsVolume),
    played(
      'Graceful shutdown',
      '[R26] SIGTERM to all containers, and after 30 s SIGKILL to those that ignore it',
      endsInOrder,
    ),
  ],
}
