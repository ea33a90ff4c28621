/** How hosted servers start, exit and restart, on an in-memory runtime. */
import { expect, it } from 'vitest'
import type { HostedServer } from '#contract/hosting/hostedServer'
import type { FakeImage } from '#test/support/hosting/fakeRuntime'
import { type HostedHost, hostedHost, surroundings } from '#test/integration/hosting/hostedHost'
import { deferred } from '#test/support/deferred'
import { manualClock } from '#test/support/manualClock'

const running = async (host: HostedHost, id: string) =>
  await expect.poll(async () => (await host.get(id)).status, { timeout: 5_000 }).toBe('running')

it('[R26] a crash is followed by a new container within 5 s, with its data, and is reported', async () => {
  const host = await hostedHost(await surroundings())
  const before = await host.register({ volumes: ['/data'] })
  await host.callTool('notes', 'remember', { text: 'kept' })
  const crashedAt = Date.now()
  host.runtime.newest(before.id).crash(7, 'a fault\n')
  await running(host, before.id)
  const after = await host.get(before.id)
  expect(Date.now() - crashedAt).toBeLessThan(5_000)
  expect(after).toMatchObject({ restart_count: 1, last_crash: { exit_code: 7, stderr: 'a fault' }, warning: null })
  expect(after.container_id).not.toBe(before.container_id)
  expect((await host.callTool('notes', 'recall')).body.result.content[0].text).toBe('kept')
  const lines = JSON.stringify((await host.rest('GET', '/mcp/servers/notes/logs')).body)
  expect(lines).toContain('exited with code 7')
  expect(lines).toContain('a fault')
  expect(host.runtime.containers.size).toBe(1)
})

// Catches a record that mixes two moments: `running` as of now, and no container as of a moment ago.
it('[R27] a server that is restarted while it is read is running only with its new container', async () => {
  const host = await hostedHost(await surroundings())
  const { id } = await host.register({ volumes: ['/data'] })
  const { provider, runtime } = host
  const [started, listed, mayList] = [deferred(), deferred(), deferred()]
  runtime.slowness = started.promise
  runtime.newest(id).crash(7)
  await expect.poll(() => provider.asked).toContain('start notes 2')
  const listVolumes = provider.listVolumes.bind(provider)
  provider.listVolumes = async (owner) => {
    listed.resolve()
    await mayList.promise
    return listVolumes(owner)
  }
  const reads = [host.get('notes'), host.rest('GET', '/mcp/servers').then(({ body }) => body[0] as HostedServer)]
  await listed.promise
  started.resolve()
  // The ordinary list of servers asks no runtime.
  const kind = async () => (await host.rest('GET', '/servers')).body[0].state.kind as string
  await expect.poll(kind).toBe('ready')
  mayList.resolve()
  for (const read of reads)
    expect(await read).toMatchObject({ status: 'running', container_id: runtime.newest(id).id, restart_count: 1 })
})

it('[R26] `always` also restarts after exit 0, `on-failure` does not, and `never` does not restart at all', async () => {
  const host = await hostedHost(await surroundings())
  const [always, onFailure, never] = await Promise.all(
    ['always', 'on-failure', 'never'].map((restart_policy) => host.register({ name: restart_policy, restart_policy })),
  )
  for (const server of [always, onFailure] as HostedServer[]) host.runtime.newest(server.id).crash(0)
  host.runtime.newest(never?.id ?? '').crash(1)
  await running(host, 'always')
  await expect.poll(async () => (await host.get('always')).restart_count).toBe(1)
  expect(await host.get('on-failure')).toMatchObject({ status: 'stopped', restart_count: 0 })
  expect(await host.get('never')).toMatchObject({ status: 'stopped', state: 'error', last_crash: { exit_code: 1 } })
})

it('[R26] a crash loop waits 5, 15, 45, 120 and 300 s, warns, and starts over by hand', async () => {
  const clock = manualClock(Date.now())
  const host = await hostedHost(await surroundings({}, clock))
  const registered = host.register()
  await expect.poll(() => host.runtime.history.length).toBe(1)
  const { id } = await registered
  let containers = 1
  /** Asserts that the next container starts when the clock reaches this point, and no earlier. */
  const startsAfter = async (delayMs: number) => {
    host.runtime.newest(id).crash(1)
    await expect.poll(async () => (await host.get(id)).last_crash?.at).toBe(new Date(clock.now()).toISOString())
    await expect.poll(async () => (await host.get(id)).status).toBe('restarting')
    if (delayMs > 0) {
      const { next_restart_at } = await host.get(id)
      expect(next_restart_at).toBe(new Date(clock.now() + delayMs).toISOString())
      clock.advance(delayMs - 1)
      await new Promise((resolve) => setImmediate(resolve))
      expect(host.runtime.history).toHaveLength(containers)
    }
    clock.advance(1)
    containers += 1
    await expect.poll(() => host.runtime.history.length).toBe(containers)
    await running(host, id)
  }
  for (const delayMs of [0, 0, 0]) await startsAfter(delayMs)
  expect((await host.get(id)).warning).toBeNull()
  for (const delayMs of [5_000, 15_000, 45_000, 120_000, 300_000, 300_000]) await startsAfter(delayMs)
  const { warning, restart_count } = await host.get(id)
  expect(warning).toContain('more than 3 times within a minute')
  expect(restart_count).toBe(9)
  expect(JSON.stringify(host.log.entries)).toContain('health warning')
  const { body } = await host.rest('POST', '/mcp/servers/notes/restart')
  expect(body).toMatchObject({ restart_count: 0, warning: null, status: 'running' })
  await startsAfterRestart()

  async function startsAfterRestart() {
    containers += 1
    await startsAfter(0)
    clock.advance(600_000)
    await startsAfter(0)
  }
})

it('[R26] a restart by hand asks the container to exit, and creates a new one', async () => {
  const told: string[] = []
  const polite: FakeImage = (body) => ({
    ...(host.runtime.images.get('good') as FakeImage)(body),
    terminate: () => {
      told.push('SIGTERM')
      body.exit(0)
    },
  })
  const around = await surroundings({ polite })
  const host = await hostedHost(around)
  const before = await host.register({ image: 'polite' })
  host.runtime.newest(before.id).crash(2)
  await expect.poll(async () => (await host.get('notes')).restart_count).toBe(1)
  await running(host, 'notes')
  const { container_id } = await host.get('notes')
  const { status, body } = await host.rest('POST', '/mcp/servers/notes/restart')
  expect(status).toBe(200)
  expect(body).toMatchObject({ restart_count: 0, status: 'running', state: 'ready' })
  expect(body.container_id).not.toBe(container_id)
  expect(told).toEqual(['SIGTERM'])
  expect(host.runtime.containers.size).toBe(1)
})

it('[R26] an engine that stops asks all containers to exit at the same time, and after 30 s kills those that remain', async () => {
  const clock = manualClock(Date.now())
  const stubborn: FakeImage = (body) => ({
    ...(host.runtime.images.get('good') as FakeImage)(body),
    terminate: () => undefined,
  })
  const host = await hostedHost(await surroundings({ stubborn }, clock))
  const one = await host.register({ name: 'one' })
  const two = await host.register({ name: 'two', image: 'stubborn' })
  let isClosed = false
  const closing = host.close().then(() => (isClosed = true))
  await expect.poll(() => host.runtime.newest(one.id).exit).toMatchObject({ code: 143 })
  clock.advance(29_999)
  expect(host.runtime.newest(two.id).exit).toBeNull()
  expect(isClosed).toBe(false)
  clock.advance(1)
  await closing
  expect(host.runtime.newest(two.id).exit).toMatchObject({ code: 137 })
  expect(host.runtime.containers.size).toBe(0)
})

it.each(['lazy', 'eager', 'strict'] as const)(
  '[R26] boot starts all of them at the same time, in a project that is %s',
  async (start) => {
    const around = await surroundings()
    const first = await hostedHost(around)
    await first.engine.projects.update('default', { start })
    for (const name of ['one', 'two', 'three', 'off']) await first.register({ name })
    await first.engine.servers.setEnabled('off', false)
    await first.close()
    expect(around.runtime.containers.size).toBe(0)
    let goOn: () => void = () => undefined
    around.runtime.slowness = new Promise((resolve) => (goOn = resolve))
    const second = await hostedHost(around)
    await expect.poll(() => second.provider.asked.filter((what) => what.startsWith('start')).length).toBe(3)
    goOn()
    for (const name of ['one', 'two', 'three']) await running(second, name)
    expect(await second.get('off')).toMatchObject({ status: 'stopped' })
  },
)

it('[R27] a server that does not answer is marked and left alone, and unmarked when it answers', async () => {
  const host = await hostedHost(await surroundings())
  const { id, container_id } = await host.register({ heartbeat_ms: 100 })
  host.runtime.newest(id).freeze()
  await expect.poll(async () => (await host.get(id)).status, { timeout: 3_000 }).toBe('unresponsive')
  expect((await host.get(id)).warning).toContain('heartbeats')
  expect(JSON.stringify(host.log.entries)).toContain('a server is not responding')
  host.runtime.newest(id).thaw()
  await running(host, id)
  expect(await host.get(id)).toMatchObject({ container_id, restart_count: 0, warning: null })
})

it('[R29] volumes are named, stay when their server is removed, and are deleted only by a person', async () => {
  const host = await hostedHost(await surroundings())
  const { volumes } = await host.register({ volumes: ['/data'] })
  const name = volumes[0]?.name ?? ''
  await host.callTool('notes', 'remember', { text: 'kept' })
  expect((await host.rest('GET', '/mcp/volumes')).body).toMatchObject([
    { name, path: '/data', bytes: 4, in_use: true, server: 'notes' },
  ])
  expect(await host.rest('DELETE', `/mcp/volumes/${name}`)).toMatchObject({
    status: 409,
    body: { code: 'VOLUME_IN_USE' },
  })
  expect(await host.rest('DELETE', '/mcp/servers/notes')).toEqual({ status: 200, body: {} })
  expect(host.runtime.containers.size).toBe(0)
  expect((await host.rest('GET', '/mcp/volumes')).body).toMatchObject([{ name, in_use: false, server: null }])
  await host.register({ volumes: ['/data'] })
  expect((await host.callTool('notes', 'recall')).body.result.content[0].text).toBe('kept')
  expect(await host.rest('DELETE', '/mcp/servers/notes?volumes=true')).toEqual({ status: 200, body: {} })
  expect((await host.rest('GET', '/mcp/volumes')).body).toEqual([])
  expect(await host.rest('DELETE', `/mcp/volumes/${name}`)).toMatchObject({ status: 404 })
})
