/** Requests that a real Docker Engine cannot fulfil are refused over REST, each with its own code and message. */
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { rawDocker } from '#test/integration/hosting/docker'
import { placeWithDocker, removeAfter, serving, type Serving } from '#test/integration/hosting/onDocker'
import { hasPart } from '#test/support/parts/hasPart'

const usual = {
  name: 'new',
  image: 'hosted-notes:1',
  provider: 'plain',
  network: { mode: 'none' },
  environment: { TOKEN: 'abcdefgh-12345' },
}
const web = { image: 'hosted-web:1', stdio_bridge: false, network: { mode: 'full' } }

it.skipIf(!hasPart('docker'))(
  '[R24] [R28] [R29] an impossible request is refused, and leaves nothing behind',
  async () => {
    const taken = createServer().listen(0, '127.0.0.1')
    onTestFinished(() => void taken.close())
    await once(taken, 'listening')
    const { port } = taken.address() as AddressInfo
    const place = await placeWithDocker()
    removeAfter(place)
    const engine = await serving(place)
    const there = await engine.register({ ...usual, name: 'there', volumes: ['/data'] })
    const before = await everything(engine, there.id)
    const cases: readonly (readonly [object, number, string, RegExp])[] = [
      [{ project_id: 'nowhere' }, 404, 'NOT_FOUND', /nowhere/],
      [{ name: 'there' }, 409, 'CONFLICT', /name/],
      [{ image: 'not/there:1' }, 422, 'IMAGE_NOT_FOUND', /not\/there:1/],
      [{ provider: 'firecracker' }, 503, 'RUNTIME_UNAVAILABLE', /firecracker.*Kata/i],
      [{ provider: 'e2b' }, 503, 'RUNTIME_UNAVAILABLE', /e2b/i],
      [{ resource_limits: { cpu: '512' } }, 422, 'LIMIT_NOT_ENFORCEABLE', /CPU/i],
      [{ volumes: ['/v'], resource_limits: { disk: '1G' } }, 422, 'LIMIT_NOT_ENFORCEABLE', /resource_limits\.disk/],
      [{ ports: [{ container: 8080 }] }, 422, 'LIMIT_NOT_ENFORCEABLE', /network/],
      [{ ...web, ports: [{ container: 8080, host: port }] }, 409, 'PORT_TAKEN', new RegExp(`${port}`)],
    ]
    const sentences = new Set<string>()
    for (const [given, status, code, words] of cases) {
      const answer = await engine.rest('POST', '/mcp/servers', { ...usual, volumes: ['/kept'], ...given })
      expect({ given, answer }).toMatchObject({ given, answer: { status, body: { status, code } } })
      expect(answer.body.message).toMatch(words)
      expect(answer.body.message).not.toContain(usual.environment.TOKEN)
      sentences.add(answer.body.message)
      expect({ given, left: await everything(engine, there.id) }).toEqual({ given, left: before })
    }
    expect(sentences.size).toBe(cases.length)

    const name = there.volumes[0]?.name ?? ''
    expect(await engine.rest('DELETE', `/mcp/volumes/${name}`)).toMatchObject({
      status: 409,
      body: { code: 'VOLUME_IN_USE', message: expect.stringContaining('there') as string },
    })
    expect(await engine.rest('DELETE', '/mcp/volumes/nowhere')).toMatchObject({
      status: 404,
      body: { code: 'NOT_FOUND' },
    })
    expect(await engine.get('there')).toMatchObject({ status: 'running', restart_count: 0 })
  },
)

/** Returns everything that the engine of this store has, in REST and on the Docker Engine. */
async function everything({ rest }: Serving, id: string) {
  const docker = rawDocker()
  const own = async () => {
    const [one] = await docker.listContainers({ all: true, filters: { label: [`switchboard.workspace=${id}`] } })
    const label = [`switchboard.owner=${one?.Labels['switchboard.owner']}`]
    const containers = await docker.listContainers({ all: true, filters: { label } })
    const { Volumes } = await docker.listVolumes({ filters: { label } })
    return { containers: containers.map(({ Id }) => Id), volumes: Volumes.map(({ Name }) => Name) }
  }
  const paths = ['/mcp/servers', '/servers', '/secrets?projectId=default', '/mcp/volumes'] as const
  const answers = await Promise.all(paths.map((path) => rest('GET', path)))
  return { ...(await own()), counts: answers.map(({ body }) => (body as unknown[]).length) }
}
