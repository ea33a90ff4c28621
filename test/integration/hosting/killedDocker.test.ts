/** The Docker Engine dies for good while the engine is doing something. The engine still exits when it is asked to. */
import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { rawDocker } from '#test/integration/hosting/docker'
import { placeWithDocker, type Serving, serving } from '#test/integration/hosting/onDocker'
import { makeImage } from '#test/support/hosting/testImages'
import { hasPart } from '#test/support/parts/hasPart'
import { makeNodeImage } from '#test/support/parts/nodeImage'
import { type DockerEngine, startDocker } from '#test/support/parts/startDocker'

const notes = { name: 'notes', image: 'hosted-notes:1', provider: 'plain', network: { mode: 'none' } }
const stubborn = { ...notes, environment: { STUBBORN: 'yes' }, volumes: ['/data'] }
const web = { name: 'web', image: 'hosted-web:1', provider: 'plain', stdio_bridge: false, ports: [{ container: 8080 }] }
const silent = { ...notes, image: 'hosted-silent:1' }
const silentProgram = "setInterval(() => {}, 1e6); process.on('SIGTERM', () => process.exit(0))"
/**
 * The time in which the engine must exit. It includes the time in which the engine asks the missing runtime how its
 * containers exited.
 */
const endsWithinMs = 20_000

interface Scene {
  readonly engine: Serving
  /** Sends a request and does not wait for the answer, so the request is under way when the Docker Engine dies. */
  readonly send: (method: string, path: string, body?: unknown) => void
  readonly running: (count: number) => Promise<void>
  readonly runDoctor: () => void
}

/**
 * The states in which the Docker Engine dies. Each function resolves when the engine is in the middle of the named
 * work.
 */
const states: Readonly<Record<string, (scene: Scene) => Promise<unknown>>> = {
  'a server is running, on its streams': ({ engine }) => engine.register(notes),
  'a server is running, on its port': ({ engine }) => engine.register(web),
  'a server is being started': async ({ send, running }) => {
    send('POST', '/mcp/servers', silent)
    await running(1)
  },
  'an image is being fetched': async ({ send }) => {
    const [registry, asked] = await silentRegistry()
    send('POST', '/mcp/servers', { ...notes, image: `${registry}/notes:1` })
    await asked
  },
  'a server is being removed': async ({ engine, send }) => {
    await engine.register(stubborn)
    send('DELETE', '/mcp/servers/notes?volumes=true')
    await expect.poll(async () => (await engine.rest('GET', '/mcp/servers/notes')).status).toBe(404)
  },
  'a server is being restarted': async ({ engine, send }) => {
    await engine.register(stubborn)
    send('POST', '/mcp/servers/notes/restart')
    await expect.poll(async () => (await engine.get('notes')).status).not.toBe('running')
  },
  'a server is being examined': async ({ engine, send, running, runDoctor }) => {
    send('POST', '/mcp/servers', silent)
    await running(1)
    await engine.rest('PUT', '/servers/notes/enabled', { enabled: false })
    await running(0)
    runDoctor()
    await running(1)
  },
}

describe.skipIf(!hasPart('docker'))('[R26] an engine whose Docker Engine is gone exits on SIGTERM', () => {
  let docker: DockerEngine
  beforeAll(async () => {
    docker = await startDocker()
    await makeNodeImage(docker.url)
    await makeImage(rawDocker(docker.url), 'hosted-silent:1', { arguments: ['-e', silentProgram] })
  }, 120_000)
  afterAll(() => docker.stop(), 60_000)

  // Catches an engine that never exits, because it waits for an answer that can no longer come.
  it.each(Object.entries(states))('while %s', { timeout: 90_000 }, async (_state, begin) => {
    const place = await placeWithDocker({}, docker.url)
    const engine = await serving(place)
    await begin({
      engine,
      send: (method, path, body) => void engine.rest(method, path, body).catch(() => undefined),
      running: async (count) => {
        const found = () => rawDocker(docker.url).listContainers()
        await expect.poll(async () => (await found()).length, { timeout: 20_000 }).toBe(count)
      },
      runDoctor: () => void place.start(['doctor', 'notes']),
    })
    await docker.kill()
    onTestFinished(async () => {
      await docker.restart('SIGKILL')
      const left = await rawDocker(docker.url).listContainers({ all: true })
      for (const { Id } of left) await rawDocker(docker.url).getContainer(Id).remove({ force: true, v: true })
    }, 60_000)
    engine.child.kill('SIGTERM')
    const limit = new Promise((resolve) => setTimeout(resolve, endsWithinMs, 'the engine is still running'))
    expect(await Promise.race([engine.outcome, limit])).toMatchObject({ code: 0 })
  })
})

/** Starts a registry that accepts connections and never answers. `asked` resolves at the first connection. */
async function silentRegistry(): Promise<[address: string, asked: Promise<unknown>]> {
  const open = new Set<Socket>()
  const server = createServer((socket) => {
    open.add(socket.on('error', () => undefined))
  }).listen(0, '127.0.0.1')
  onTestFinished(() => {
    for (const socket of open) socket.destroy()
    server.close()
  })
  await once(server, 'listening')
  return [`127.0.0.1:${(server.address() as AddressInfo).port}`, once(server, 'connection')]
}
