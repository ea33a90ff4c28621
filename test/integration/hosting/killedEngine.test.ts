/** The engine is killed under load, at any moment, and restarted. Its containers are neither duplicated nor lost. */
import { expect, it } from 'vitest'
import type { HostedServer } from '#contract/hosting/hostedServer'
import { rawDocker } from '#test/integration/hosting/docker'
import { areReady, areWhole, Notes } from '#test/integration/hosting/hostedLoad'
import { containersOf, placeWithDocker, removeAfter, serving } from '#test/integration/hosting/onDocker'
import { hasPart } from '#test/support/parts/hasPart'

const hasGvisor = hasPart('docker') && hasPart('gvisor')
const minute = { timeout: 60_000 }
/** Each later engine is killed as soon as the Docker Engine has done one of these things to a server's container. */
const moments = ['destroy', 'create', 'start'] as const

// Catches a container that one engine created just before it was killed and that the next engine does not know, and an
// HTTP server that the next engine does not adopt.
it.skipIf(!hasGvisor)(
  '[R26] [R29] after repeated SIGKILL of the engine under load, no container is duplicated or lost, and volumes are complete',
  { timeout: 120_000 },
  async () => {
    const place = await placeWithDocker()
    removeAfter(place)
    const first = await serving(place)
    const usual = { image: 'hosted-notes:1', network: { mode: 'none' }, volumes: ['/data'] }
    const bridged = ['one', 'two', 'three']
    const servers = await Promise.all([
      ...bridged.map((name, at) => first.register({ ...usual, name, provider: at === 0 ? 'gvisor' : 'plain' })),
      first.register({
        name: 'web',
        image: 'hosted-web:1',
        provider: 'plain',
        stdio_bridge: false,
        ports: [{ container: 8080 }],
      }),
    ])
    expect(servers.map(({ state, error }) => error ?? state)).toEqual(servers.map(() => 'ready'))
    const born = await first.call('web', 'pid')
    const volumes = (await first.rest('GET', '/mcp/volumes')).body.length
    const notes = new Notes()

    const load = notes.writeAt(first, bridged)
    await expect.poll(() => bridged.map((slug) => notes.of(slug).length > 10)).toEqual([true, true, true])
    first.child.kill('SIGKILL')
    await first.outcome
    await load.stop()
    expect(await containersOf(servers)).toHaveLength(servers.length)
    for (const moment of moments) {
      const reached = nextDone(moment, servers)
      const engine = await serving(place)
      await reached
      engine.child.kill('SIGKILL')
      await engine.outcome
      expect((await containersOf(servers)).length).toBeLessThanOrEqual(servers.length)
    }
    const engine = await serving(place)
    await areReady(engine, servers)
    await areWhole(notes, engine, bridged)
    expect(await engine.call('web', 'pid')).toBe(born)
    const found = await containersOf(servers)
    expect(found.map(({ State }) => State)).toEqual(servers.map(() => 'running'))
    expect((await engine.rest('GET', '/mcp/volumes')).body).toHaveLength(volumes)
    for (const { slug } of servers) expect(await engine.get(slug)).toMatchObject({ restart_count: 0, last_crash: null })

    engine.child.kill('SIGTERM')
    expect((await engine.outcome).code).toBe(0)
    expect(await containersOf(servers)).toEqual([])
  },
)

// Catches a dead engine's container that is left running although its server was removed or switched off before the
// next engine adopted it.
it.skipIf(!hasGvisor)(
  '[R26] a server that is removed, or switched off, as soon as the next engine runs leaves no container behind',
  { timeout: 120_000 },
  async () => {
    const place = await placeWithDocker()
    removeAfter(place)
    const first = await serving(place)
    const register = (name: string) =>
      first.register({ name, image: 'hosted-notes:1', provider: 'plain', network: { mode: 'none' } })
    const servers = await Promise.all(['stays', 'off', 'gone'].map(register))
    await Promise.all(
      servers.slice(1).map(({ container_id }) =>
        rawDocker()
          .getContainer(container_id ?? '')
          .pause(),
      ),
    )
    first.child.kill('SIGKILL')
    await first.outcome
    const second = await serving(place)
    expect(await second.rest('DELETE', '/mcp/servers/gone')).toMatchObject({ status: 200 })
    expect(await second.rest('PUT', '/servers/off/enabled', { enabled: false })).toMatchObject({ status: 200 })
    await second.isRunning('stays')
    await expect.poll(async () => (await containersOf(servers)).length, minute).toBe(1)
  },
)

/** Resolves when the Docker Engine has done this with a container of one of these servers. */
async function nextDone(action: (typeof moments)[number], servers: readonly HostedServer[]): Promise<void> {
  const ids = new Set(servers.map(({ id }) => id))
  const events = await rawDocker().getEvents({ filters: { type: ['container'], event: [action] } })
  let rest = ''
  for await (const bytes of events) {
    const lines = (rest + String(bytes)).split('\n')
    rest = lines.pop() ?? ''
    const labels = lines.flatMap((line) =>
      Object.values((JSON.parse(line) as { Actor: { Attributes: Record<string, string> } }).Actor.Attributes),
    )
    // Returning from the loop also ends the stream.
    if (labels.some((label) => ids.has(label))) return
  }
  throw new Error('the event stream of the Docker Engine has ended')
}
