/** The built command with a real Docker Engine: hosted servers by REST, by command and at the gateway, and through kills. */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, inject, it, onTestFinished } from 'vitest'
import type { HostedServer } from '#contract/hosting/hostedServer'
import { rawDocker } from '#test/integration/hosting/docker'
import { makePlace, type Place } from '#test/integration/cli/switchboard'
import { makeImage, serverArguments } from '#test/support/hosting/testImages'
import { hasPart } from '#test/support/parts/hasPart'
// The images have the servers of test/servers, which are built before the tests: serverFile(…).

const hasDocker = hasPart('docker')
const runtimes = [
  { provider: 'plain', isThere: hasDocker },
  { provider: 'gvisor', isThere: hasDocker && hasPart('gvisor') },
] as const
const minute = { timeout: 60_000 }

/** Keeps a note in its volume, tells a variable, and ends by itself when it is told to. */
const notesProgram = `
const fs = require('fs')
let rest = ''
const answer = (id, given) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, ...given }) + '\\n')
const text = (value) => ({ result: { content: [{ type: 'text', text: String(value) }] } })
const tools = ['put', 'get', 'variable', 'die', 'grow'].map((name) => ({ name, inputSchema: { type: 'object' } }))
const kept = []
process.on('SIGTERM', () => process.exit(0))
process.stdin.on('data', (bytes) => {
  const lines = (rest + bytes).split('\\n')
  rest = lines.pop()
  for (const line of lines) {
    const { id, method, params } = JSON.parse(line)
    if (id === undefined) continue
    if (method === 'initialize')
      answer(id, { result: { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: 'notes', version: '1' } } })
    else if (method === 'ping') answer(id, { result: {} })
    else if (method === 'tools/list') answer(id, { result: { tools } })
    else if (method !== 'tools/call') answer(id, { error: { code: -32601, message: 'no ' + method } })
    else if (params.name === 'put') {
      fs.writeFileSync('/data/note', params.arguments.text)
      answer(id, text('put'))
    } else if (params.name === 'get') answer(id, text(fs.existsSync('/data/note') ? fs.readFileSync('/data/note', 'utf8') : ''))
    else if (params.name === 'variable') answer(id, text(process.env[params.arguments.name]))
    else if (params.name === 'die') {
      process.stderr.write('I was told to\\n')
      process.exit(9)
    } else if (params.name === 'grow') for (;;) kept.push(Buffer.alloc(8e6, 1))
  }
})
`
const webProgram = `
const http = require('http')
const tools = [{ name: 'pid', inputSchema: { type: 'object' } }]
let born = Date.now() + ':' + Math.random()
http.createServer((request, response) => {
  let body = ''
  request.on('data', (bytes) => (body += bytes))
  request.on('end', () => {
    if (request.method !== 'POST' || request.url !== '/mcp') return response.writeHead(405).end()
    const { id, method } = JSON.parse(body)
    if (id === undefined) return response.writeHead(202).end()
    const results = {
      initialize: { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: 'web', version: '1' } },
      ping: {},
      'tools/list': { tools },
      'tools/call': { content: [{ type: 'text', text: born }] },
    }
    const result = results[method]
    const given = result === undefined ? { error: { code: -32601, message: 'no' } } : { result }
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ jsonrpc: '2.0', id, ...given }))
  })
}).listen(8080, '0.0.0.0')
process.on('SIGTERM', () => process.exit(0))
`

async function images() {
  const docker = rawDocker()
  await makeImage(docker, 'hosted-notes:1', { arguments: ['-e', notesProgram] })
  await makeImage(docker, 'hosted-web:1', { arguments: ['-e', webProgram] })
  await makeImage(docker, 'hosted-echo:1', { arguments: serverArguments('echo') })
}

async function placeWithDocker() {
  const place = await makePlace({
    DOCKER_HOST: inject('docker') ?? '',
    SWITCHBOARD_VAULT_KEY: 'a key of the test, long enough',
  })
  await images()
  return place
}

async function serving(place: Place) {
  const { ready, child, outcome } = await place.serve()
  const rest = async (method: string, path: string, body?: unknown) => {
    const answer = await fetch(`${ready.url}/api/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${ready.token}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    // oxlint-disable-next-line typescript/no-explicit-any
    return { status: answer.status, body: (await answer.json()) as any }
  }
  const register = async (given: object) => {
    const { status, body } = await rest('POST', '/mcp/servers', given)
    if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`)
    return body as HostedServer
  }
  const call = async (id: string, name: string, args: object = {}) => {
    const { body } = await rest('POST', `/mcp/servers/${id}/call`, {
      method: 'tools/call',
      params: { name, arguments: args },
    })
    return body.result?.content?.[0]?.text ?? body
  }
  const get = async (id: string) => (await rest('GET', `/mcp/servers/${id}`)).body as HostedServer
  const isRunning = async (id: string) => await expect.poll(async () => (await get(id)).status, minute).toBe('running')
  return { ready, child, outcome, rest, register, call, get, isRunning }
}

/** Those of this store that the Engine has, by their server. */
async function containersOf(servers: readonly HostedServer[]) {
  const all = await rawDocker().listContainers({ all: true })
  const ids = new Set(servers.map(({ id }) => id))
  return all.filter(({ Labels }) => Object.values(Labels).some((value) => ids.has(value)))
}

/** What is left of it, with its volumes. */
function removeAfter(place: Place): void {
  onTestFinished(async () => {
    const { rest } = await serving(place)
    const { body } = await rest('GET', '/mcp/servers')
    for (const { slug } of body as HostedServer[]) await rest('DELETE', `/mcp/servers/${slug}?volumes=true`)
  })
}

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
  it('[R26] after SIGKILL of the engine none is doubled or lost', { timeout: 120_000 }, async () => {
    const place = await placeWithDocker()
    removeAfter(place)
    const first = await serving(place)
    const servers = await Promise.all([
      ...['one', 'two', 'three'].map((name) =>
        first.register({
          name,
          image: 'hosted-notes:1',
          provider: 'plain',
          network: { mode: 'none' },
          volumes: ['/data'],
        }),
      ),
      first.register({
        name: 'web',
        image: 'hosted-web:1',
        provider: 'plain',
        stdio_bridge: false,
        ports: [{ container: 8080 }],
      }),
    ])
    expect(servers.map(({ state, error }) => error ?? state)).toEqual(servers.map(() => 'ready'))
    await first.call('one', 'put', { text: 'whole' })
    const born = await first.call('web', 'pid')
    const load = ['one', 'two', 'three', 'web'].map((name) => first.call(name, 'get').catch(() => null))
    first.child.kill('SIGKILL')
    await Promise.all([first.outcome, ...load])
    expect(await containersOf(servers)).toHaveLength(4)

    const second = await serving(place)
    for (const { slug } of servers) await second.isRunning(slug)
    expect(await second.call('one', 'get')).toBe('whole')
    expect(await second.call('web', 'pid')).toBe(born)
    await expect.poll(async () => (await containersOf(servers)).length, minute).toBe(4)
    second.child.kill('SIGTERM')
    expect((await second.outcome).code).toBe(0)
    expect(await containersOf(servers)).toEqual([])
  })

  it(
    '[R28] more memory than it may have costs the server that wants it, and no other',
    { timeout: 120_000 },
    async () => {
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
      expect(lines).toContain('its memory was full')
      expect(await engine.get('beside')).toMatchObject({ status: 'running', restart_count: 0 })
    },
  )

  it(
    '[R24] is an ordinary server: by command, in the list of tools, and at the gateway',
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

  // Catches a runtime in its first minute, or a network that is slow, of which an engine that hosts nothing wants to know.
  it('an engine that hosts nothing asks no runtime', { timeout: 60_000 }, async () => {
    const folder = await mkdtemp(join(tmpdir(), 'sbn-'))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    const place = await makePlace({ DOCKER_HOST: `unix://${join(folder, 'nobody')}` })
    const { rest } = await serving(place)
    expect(await rest('GET', '/mcp/servers')).toMatchObject({ status: 200, body: [] })
    const refused = await rest('POST', '/mcp/servers', { name: 'notes', image: 'hosted-notes:1' })
    expect(refused).toMatchObject({ status: 503, body: { code: 'RUNTIME_UNAVAILABLE' } })
  })
})

async function filesIn(folder: string): Promise<{ name: string; text: string }[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  return Promise.all(
    files.map(async ({ parentPath, name }) => ({ name, text: await readFile(join(parentPath, name), 'latin1') })),
  )
}
