/**
 * The built command with a real Docker Engine. Hosted servers are used over REST, by command and at the gateway, and
 * survive kills.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { rawDocker } from '#test/integration/hosting/docker'
import { containersOf, filesIn, placeWithDocker, removeAfter, serving } from '#test/integration/hosting/onDocker'
import { makePlace } from '#test/integration/cli/switchboard'
import { hasPart } from '#test/support/parts/hasPart'

const hasDocker = hasPart('docker')
const runtimes = [
  { provider: 'plain', isThere: hasDocker },
  { provider: 'gvisor', isThere: hasDocker && hasPart('gvisor') },
] as const
const minute = { timeout: 60_000 }

for (const { provider, isThere } of runtimes)
  describe.skipIf(!isThere)(`a hosted server by ${provider}`, () => {
    it(
      '[R24] [R25] [R26] [R27] [R29] is registered, called, killed, restarted and removed, with its data and its secrets',
      { timeout: 120_000 },
      async () => {
        const place = await placeWithDocker()
        removeAfter(place)
        const engine = await serving(place)
        const secret = 'sk-a-value-that-nobody-may-see'
        const server = await engine.register({
          name: 'notes',
          image: 'hosted-notes:1',
          provider,
          network: { mode: 'none' },
          environment: { API_KEY: secret },
          volumes: ['/data'],
        })
        expect(server).toMatchObject({ state: 'ready', status: 'running', provider, restart_count: 0 })
        expect(await engine.call('notes', 'variable', { name: 'API_KEY' })).toBe(secret)
        expect(await engine.call('notes', 'put', { text: 'kept' })).toBe('put')
        expect((await engine.get('notes')).usage?.memory_bytes).toBeGreaterThan(1_000_000)

        const killedAt = Date.now()
        await rawDocker()
          .getContainer(server.container_id ?? '')
          .kill()
        await expect.poll(async () => (await engine.get('notes')).restart_count, minute).toBe(1)
        await engine.isRunning('notes')
        expect(Date.now() - killedAt).toBeLessThan(5_000)
        expect(await engine.call('notes', 'get')).toBe('kept')
        expect(await engine.get('notes')).toMatchObject({ last_crash: { exit_code: 137 } })

        await engine.call('notes', 'die')
        await expect.poll(async () => (await engine.get('notes')).restart_count, minute).toBe(2)
        await engine.isRunning('notes')
        expect(await engine.get('notes')).toMatchObject({ last_crash: { exit_code: 9, stderr: 'I was told to' } })

        const { container_id } = await engine.get('notes')
        const restarted = await engine.rest('POST', '/mcp/servers/notes/restart')
        expect(restarted).toMatchObject({ status: 200, body: { restart_count: 0, status: 'running' } })
        expect(restarted.body.container_id).not.toBe(container_id)
        expect(await engine.call('notes', 'get')).toBe('kept')
        expect(await containersOf([server])).toHaveLength(1)

        const shown = [await engine.rest('GET', '/mcp/servers'), await engine.rest('GET', '/mcp/servers/notes/logs')]
        expect(JSON.stringify(shown)).not.toContain(secret)
        const labels = (await containersOf([server])).map(({ Labels }) => Labels)
        expect(JSON.stringify(labels)).not.toContain(secret)
        expect(await engine.rest('DELETE', '/mcp/servers/notes')).toMatchObject({ status: 200 })
        expect(await containersOf([server])).toEqual([])
        const [volume] = (await engine.rest('GET', '/mcp/volumes')).body
        expect(volume).toMatchObject({ path: '/data', in_use: false })
        expect(await engine.rest('DELETE', `/mcp/volumes/${volume.name}`)).toMatchObject({ status: 200 })
        engine.child.kill('SIGTERM')
        expect((await engine.outcome).code).toBe(0)
        for (const file of await filesIn(place.dataFolder))
          expect(file.text.includes(secret) ? file.name : null).toBeNull()
      },
    )
  })

describe.skipIf(!hasDocker)('hosted servers on Docker', () => {
  it('[R28] exceeding the memory limit costs only the server that exceeds it', { timeout: 120_000 }, async () => {
    const place = await placeWithDocker()
    removeAfter(place)
    const engine = await serving(place)
    const usual = { image: 'hosted-notes:1', provider: 'plain', network: { mode: 'none' } }
    await engine.register({ ...usual, name: 'greedy', resource_limits: { memory: '96M' } })
    await engine.register({ ...usual, name: 'beside' })
    expect(await engine.call('greedy', 'grow')).toMatchObject({ code: 'SERVER_LOST' })
    await expect.poll(async () => (await engine.get('greedy')).restart_count, minute).toBe(1)
    await engine.isRunning('greedy')
    const lines = JSON.stringify((await engine.rest('GET', '/mcp/servers/greedy/logs')).body)
    expect(lines).toContain('ran out of memory')
    expect(await engine.get('beside')).toMatchObject({ status: 'running', restart_count: 0 })
  })

  it(
    '[R24] are ordinary servers by command, in the list of tools, and at the gateway',
    { timeout: 120_000 },
    async () => {
      const place = await placeWithDocker()
      removeAfter(place)
      const engine = await serving(place)
      const added = await place.run(
        'host',
        'add',
        'echo',
        '--image',
        'hosted-echo:1',
        '--provider',
        'plain',
        '--network',
        'none',
        '--json',
      )
      expect(added).toMatchObject({ code: 0 })
      expect(JSON.parse(added.stdout)).toMatchObject({ slug: 'echo', state: 'ready' })
      expect((await place.run('host', 'list')).stdout).toContain('echo')
      const called = await place.run('call', 'echo', '{"text":"over"}')
      expect(called.stdout).toContain('over')
      const answer = await fetch(`${engine.ready.url}/mcp/s/echo`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${engine.ready.token}`,
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
        },
        body: JSON.stringify({
          jsonrpc: '2.0',
          id: 1,
          method: 'initialize',
          params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
        }),
      })
      expect(answer.status).toBe(200)
      expect((await place.run('host', 'logs', 'echo')).code).toBe(0)
      expect((await place.run('host', 'restart', 'echo')).code).toBe(0)
      expect((await place.run('host', 'remove', 'echo')).code).toBe(0)
      expect((await engine.rest('GET', '/mcp/servers')).body).toEqual([])
    },
  )

  // Catches an engine that asks the runtime although it has no hosted servers. The runtime may be slow in its first
  // minute or on a slow network.
  it('an engine without hosted servers asks no runtime', { timeout: 60_000 }, async () => {
    const folder = await mkdtemp(join(tmpdir(), 'sbn-'))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    const place = await makePlace({ DOCKER_HOST: `unix://${join(folder, 'nobody')}` })
    const { rest } = await serving(place)
    expect(await rest('GET', '/mcp/servers')).toMatchObject({ status: 200, body: [] })
    const refused = await rest('POST', '/mcp/servers', { name: 'notes', image: 'hosted-notes:1' })
    expect(refused).toMatchObject({ status: 503, body: { code: 'RUNTIME_UNAVAILABLE' } })
  })
})
