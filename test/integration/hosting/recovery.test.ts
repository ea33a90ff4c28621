/** Hosted servers after their engine has died, on an in-memory runtime that continues to run. */
import { expect, it, test } from 'vitest'
import { type HostedHost, hostedHost, memoryVault, surroundings } from '#test/integration/hosting/hostedHost'
import { remoteServer } from '#test/integration/transports/remote'
import { manualClock } from '#test/support/manualClock'
import { findPostgres } from '#test/support/postgres'
import { temporaryFolder } from '#test/support/temporaryFolder'

const web = { stdio_bridge: false, ports: [{ container: 80 }] }
const frozen = () => ({ clock: manualClock(Date.now()) })
const running = async (host: HostedHost, id: string) =>
  await expect.poll(async () => (await host.get(id)).status, { timeout: 8_000 }).toBe('running')

it('[R24] a server on HTTP is called at its port, once it listens there', async () => {
  const remote = await remoteServer({ eras: ['legacy'], session: true })
  await remote.die()
  const host = await hostedHost(await surroundings())
  host.runtime.addresses.set(80, new URL(remote.url).origin)
  const registered = host.register({ ...web, ports: [{ container: 80, path: new URL(remote.url).pathname }] })
  await expect.poll(() => host.runtime.history.length).toBe(1)
  await remote.revive()
  const server = await registered
  expect(server).toMatchObject({ status: 'running', stdio_bridge: false, ports: [{ container: 80, path: '/mcp' }] })
  expect(host.runtime.newest(server.id).spec).toMatchObject({
    isBridged: false,
    ports: [{ container: 80, host: null }],
  })
  const { body } = await host.rest('POST', '/mcp/servers/notes/call', { method: 'tools/list' })
  expect(body.result.tools.length).toBeGreaterThan(0)
  host.runtime.newest(server.id).crash(4, 'gone\n')
  await expect.poll(async () => (await host.get('notes')).restart_count).toBe(1)
  await running(host, 'notes')
  expect(await host.get('notes')).toMatchObject({ last_crash: { exit_code: 4, stderr: 'gone' } })
})

// Catches a container that is doubled or leaked, and a stdio server that is initialized twice.
it('[R26] after a killed engine, containers on stdin are replaced, those on HTTP adopted, and orphans removed', async () => {
  const remote = await remoteServer({ eras: ['legacy'], session: true })
  const around = await surroundings()
  around.runtime.addresses.set(80, new URL(remote.url).origin)
  const first = await hostedHost(around, frozen())
  const bridge = await first.register({ name: 'bridge', volumes: ['/data'], environment: { A: 'one' } })
  const page = await first.register({ name: 'page', ...web })
  const off = await first.register({ name: 'off' })
  const gone = await first.register({ name: 'gone' })
  await first.callTool('bridge', 'remember', { text: 'kept' })
  first.abandon()
  await first.engine.servers.setEnabled('off', false)
  await first.engine.servers.remove('gone')
  expect(around.runtime.containers.size).toBe(4)

  const second = await hostedHost(around)
  for (const name of ['bridge', 'page']) await running(second, name)
  await expect.poll(() => around.runtime.containers.size).toBe(2)
  expect(around.runtime.newest(bridge.id).spec.generation).toBe(2)
  expect((await second.get('bridge')).restart_count).toBe(0)
  expect((await second.callTool('bridge', 'recall')).body.result.content[0].text).toBe('kept')
  expect((await second.callTool('bridge', 'environment', { name: 'A' })).body.result.content[0].text).toBe('one')
  expect((await second.get('page')).container_id).toBe(page.container_id)
  expect(around.runtime.containers.has(off.container_id ?? '')).toBe(false)
  expect(around.runtime.containers.has(gone.container_id ?? '')).toBe(false)
})

it('[R26] a restarted runtime costs its servers only their containers', async () => {
  const host = await hostedHost(await surroundings())
  for (const name of ['one', 'two', 'three']) await host.register({ name })
  host.provider.restartRuntime()
  for (const name of ['one', 'two', 'three']) {
    await expect.poll(async () => (await host.get(name)).restart_count).toBe(1)
    await running(host, name)
    expect((await host.get(name)).last_crash).toMatchObject({ exit_code: null })
  }
  expect(host.runtime.containers.size).toBe(3)
})

const postgres = findPostgres()

// Catches two engines that run the same server, and a server that stays down after its engine has died.
test.skipIf(postgres === null)(
  '[R26] one of several engines on one database runs a server, and another engine takes over when it dies',
  async () => {
    const databaseUrl = (await postgres?.createDatabase()) ?? ''
    const around = { ...(await surroundings()), databaseUrl }
    const first = await hostedHost(around, { ...frozen() })
    const { id } = await first.register()
    const { owner } = (await first.storedRow(id)) ?? {}
    const clock = manualClock(Date.now())
    const beside = { ...around, dataFolder: await temporaryFolder(), vault: memoryVault() }
    const second = await hostedHost(beside, { clock })
    await expect.poll(async () => (await second.get('notes')).warning).toContain(owner)
    expect(await second.get('notes')).toMatchObject({ status: 'running', state: 'ready', busy: false })
    const refused = await second.callTool('notes', 'echo', { text: 'x' })
    expect(refused).toMatchObject({ status: 503, body: { code: 'SERVER_UNAVAILABLE' } })
    expect(refused.body.message).toContain(owner)
    expect(await second.rest('POST', '/mcp/servers/notes/restart')).toMatchObject({ status: 503 })
    expect(around.runtime.history).toHaveLength(1)
    const connection = second.engine.registry.connection('notes')
    first.abandon()
    let waitedMs = 0
    for (; around.runtime.history.length === 1 && waitedMs < 60_000; waitedMs += 1_000) {
      clock.advance(1_000)
      // The engine's database queries run in real time, so the test waits for their result.
      await expect.poll(() => connection.state.kind === 'backingOff' || around.runtime.history.length > 1).toBe(true)
    }
    expect(waitedMs).toBeLessThan(30_000)
    await running(second, 'notes')
    expect(around.runtime.containers.size).toBe(1)
    expect(await second.callTool('notes', 'echo', { text: 'x' })).toMatchObject({ status: 200 })
  },
)
