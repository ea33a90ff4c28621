/** Registering hosted servers over REST, on an in-memory runtime. */
import { describe, expect, it } from 'vitest'
import { AppError } from '#contract/errors'
import { hostedHost, storeOf, surroundings } from '#test/integration/hosting/hostedHost'

const text = (value: string) => ({ content: [{ type: 'text', text: value }] })

describe('a hosted server is registered', () => {
  it('[R24] a bridge: a container, a row that is ready, and an ordinary server of its project', async () => {
    const host = await hostedHost(await surroundings())
    const { status, body } = await host.rest('POST', '/mcp/servers', {
      name: 'langfuse-mcp',
      image: 'good',
      stdio_bridge: true,
      restart_policy: 'always',
      environment: { API_KEY: 'sk-very-secret-1', LEVEL: 'debug' },
      volumes: ['/data'],
    })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      slug: 'langfuse-mcp',
      project_id: 'default',
      image: 'good',
      provider: 'gvisor',
      state: 'ready',
      status: 'running',
      busy: false,
      restart_count: 0,
      last_crash: null,
      environment_names: ['API_KEY', 'LEVEL'],
      resource_limits: { cpu: '0.5', memory: '512M', disk: '1G', not_enforced: ['disk'] },
      volumes: [{ path: '/data' }],
      usage: { cpu_percent: 1, memory_bytes: 20_000_000 },
      error: null,
    })
    const { spec } = host.runtime.newest(body.id)
    expect(body.container_id).toBe(host.runtime.newest(body.id).id)
    expect(spec).toMatchObject({
      environment: { API_KEY: 'sk-very-secret-1', LEVEL: 'debug' },
      limits: { cpu: 0.5, memoryBytes: 512 * 2 ** 20, diskBytes: null },
      isBridged: true,
    })
    expect((await host.callTool(body.id, 'environment', { name: 'API_KEY' })).body.result).toEqual(
      text('sk-very-secret-1'),
    )
    const servers = await host.rest('GET', '/servers')
    expect(servers.body).toMatchObject([
      { slug: 'langfuse-mcp', concurrency: 1, launch: { transport: 'container', image: 'good' } },
    ])
    const tools = await host.rest('GET', '/tools/listed')
    expect(JSON.stringify(tools.body)).toContain('recall')
    const stored = await host.storedRow(body.id)
    expect(stored).toMatchObject({ status: 'ready', provider: 'gvisor', containerId: body.container_id, generation: 1 })
  })

  // Catches a user's value in any text that is written, shown or used as a name.
  it('[R24] a value of the environment never appears in an answer, log, label, error or store', async () => {
    const around = await surroundings()
    const host = await hostedHost(around)
    const secret = 'sk-very-secret-2-and-long'
    const server = await host.register({ environment: { WORDS: secret } })
    host.runtime.newest(server.id).crash(9, `I say ${secret}\n`)
    await expect.poll(async () => (await host.get(server.id)).restart_count).toBe(1)
    const answers = [
      await host.rest('GET', '/mcp/servers'),
      await host.rest('GET', `/mcp/servers/${server.id}/logs`),
      await host.rest('GET', `/mcp/servers/${server.id}/history`),
      await host.rest('GET', '/servers'),
      await host.rest('GET', '/clients/switchboard/export'),
    ]
    expect(JSON.stringify(answers)).not.toContain(secret)
    expect(JSON.stringify(answers)).toContain('I say [redacted]')
    expect(JSON.stringify(host.log.entries)).not.toContain(secret)
    const { environment: _given, ...labelled } = host.runtime.newest(server.id).spec
    expect(JSON.stringify(labelled)).not.toContain(secret)
    await host.close()
    const store = await storeOf(around)
    const whole = JSON.stringify([
      await store.servers.list(),
      await store.workspaces.list(),
      await store.secrets.list(),
    ])
    await store.close()
    expect(whole).toContain('notes.WORDS')
    expect(whole).not.toContain(secret)
  })

  it('[R28] without a named provider the strongest available is chosen, and limits are enforced or refused', async () => {
    const host = await hostedHost(await surroundings())
    const asked = { name: 'big', image: 'good', resource_limits: { cpu: '1', memory: '1G' } }
    const { body } = await host.rest('POST', '/mcp/servers', asked)
    expect(host.runtime.newest(body.id).spec.limits).toEqual({ cpu: 1, memoryBytes: 2 ** 30, diskBytes: null })
    const disk = await host.rest('POST', '/mcp/servers', { name: 'd', image: 'good', resource_limits: { disk: '2G' } })
    expect(disk).toMatchObject({ status: 422, body: { code: 'LIMIT_NOT_ENFORCEABLE' } })
    expect(disk.body.message).toContain('resource_limits.disk')
    expect(await host.rest('GET', '/mcp/runtimes')).toMatchObject({ body: { auto: 'gvisor' } })
  })

  it('[R27] the list has every server, with status, image and requested settings', async () => {
    const host = await hostedHost(await surroundings())
    await host.register({ name: 'one' })
    await host.register({ name: 'two', resource_limits: { memory: '64M' } })
    const { body } = await host.rest('GET', '/mcp/servers')
    expect(body).toMatchObject([
      { slug: 'one', status: 'running', image: 'good' },
      { slug: 'two', status: 'running', resource_limits: { memory: '64M' } },
    ])
  })
})

describe('a refused registration leaves nothing behind', () => {
  const cases: [string, object, number, string][] = [
    ['a missing image', { image: 'nowhere' }, 422, 'IMAGE_NOT_FOUND'],
    ['a missing runtime', { provider: 'firecracker' }, 503, 'RUNTIME_UNAVAILABLE'],
    ['a cloud without its key', { provider: 'e2b' }, 503, 'RUNTIME_UNAVAILABLE'],
    ['a limit that cannot be enforced', { resource_limits: { disk: '1G' } }, 422, 'LIMIT_NOT_ENFORCEABLE'],
    [
      'a list of hosts that cannot be enforced',
      { network: { mode: 'allow', hosts: ['a.example'] } },
      422,
      'LIMIT_NOT_ENFORCEABLE',
    ],
    ['a taken port', { stdio_bridge: false, ports: [{ container: 80, host: 8099 }] }, 409, 'PORT_TAKEN'],
    ['a missing project', { project_id: 'nowhere' }, 404, 'NOT_FOUND'],
    ['a taken name', { name: 'there' }, 409, 'CONFLICT'],
    ['no port without the bridge', { stdio_bridge: false }, 400, 'INVALID_INPUT'],
    ['an unknown field', { colour: 'blue' }, 400, 'INVALID_INPUT'],
  ]
  it.each(cases)('[R24] %s', async (_title, given, status, code) => {
    const host = await hostedHost(await surroundings())
    host.runtime.takenPorts.add(8099)
    await host.register({ name: 'there' })
    const before = await everything(host)
    const asked = { name: 'new', image: 'good', environment: { TOKEN: 'abcdefgh12345' }, ...given }
    const answer = await host.rest('POST', '/mcp/servers', asked)
    expect(answer).toMatchObject({ status, body: { code, status } })
    expect(answer.body.message).not.toBe('')
    expect(await everything(host)).toEqual(before)
  })

  it('[R24] values of variables without a vault', async () => {
    const around = await surroundings()
    const refuse = () => Promise.reject(new AppError('VAULT_UNAVAILABLE', 'There is no vault.'))
    const host = await hostedHost({ ...around, vault: { get: refuse, set: refuse, remove: refuse } })
    const answer = await host.rest('POST', '/mcp/servers', { name: 'new', image: 'good', environment: { A: 'b' } })
    expect(answer).toMatchObject({ status: 503, body: { code: 'VAULT_UNAVAILABLE' } })
    expect(await host.rest('GET', '/mcp/servers')).toMatchObject({ body: [] })
    expect(await host.register({ name: 'plain' })).toMatchObject({ state: 'ready' })
  })

  it('[R24] except for a container that never gets ready, which leaves a row in the state `error`', async () => {
    const host = await hostedHost(await surroundings())
    const { status, body } = await host.rest('POST', '/mcp/servers', { name: 'broken', image: 'broken' })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      state: 'error',
      status: 'restarting',
      last_crash: { exit_code: 3, stderr: 'no such module' },
    })
    expect(body.next_restart_at).not.toBeNull()
    expect(await host.storedRow(body.id)).toMatchObject({ status: 'error' })
  })
})

async function everything(host: Awaited<ReturnType<typeof hostedHost>>) {
  const [servers, ordinary, secrets] = [
    await host.rest('GET', '/mcp/servers'),
    await host.rest('GET', '/servers'),
    await host.engine.secrets.list({ projectId: undefined }),
  ]
  const { length } = ordinary.body as unknown[]
  return {
    slugs: servers.body.map((one: { slug: string }) => one.slug),
    length,
    secrets,
    containers: host.runtime.containers.size,
  }
}
