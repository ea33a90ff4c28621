/** The Docker Engine is restarted under load. The engine gets all its servers back, with their data, without help. */
import { expect, it, onTestFinished } from 'vitest'
import { areReady, areWhole, Notes } from '#test/integration/hosting/hostedLoad'
import { containersOf, placeWithDocker, removeAfter, serving } from '#test/integration/hosting/onDocker'
import { hasPart } from '#test/support/parts/hasPart'
import { makeNodeImage } from '#test/support/parts/nodeImage'
import { leftoversOf, startDocker } from '#test/support/parts/startDocker'

const hasGvisor = hasPart('docker') && hasPart('gvisor')
const bridged = ['one', 'two', 'three']

// Catches a server that stays down after its runtime is back, is created twice, or waits minutes because an unreachable
// Docker Engine counted as a crash.
it.skipIf(!hasGvisor)(
  '[R26] [R29] killing or stopping the Docker Engine costs each server one start and no data',
  { timeout: 120_000 },
  async () => {
    const docker = await startDocker()
    onTestFinished(() => docker.stop())
    await makeNodeImage(docker.url)
    const place = await placeWithDocker({}, docker.url)
    removeAfter(place)
    const engine = await serving(place)
    const usual = { image: 'hosted-notes:1', network: { mode: 'none' }, volumes: ['/data'] }
    const servers = await Promise.all([
      ...bridged.map((name, at) => engine.register({ ...usual, name, provider: at === 0 ? 'gvisor' : 'plain' })),
      engine.register({
        name: 'web',
        image: 'hosted-web:1',
        provider: 'plain',
        stdio_bridge: false,
        ports: [{ container: 8080 }],
      }),
    ])
    expect(servers.map(({ state, error }) => error ?? state)).toEqual(servers.map(() => 'ready'))
    const before = partsOf(docker.folder)
    expect(before).toMatchObject({ shims: servers.length, sandboxes: 1 })
    const notes = new Notes()
    let restarts = 0
    for (const signal of ['SIGKILL', 'SIGTERM'] as const) {
      const load = notes.writeAt(engine, bridged)
      const written = bridged.map((slug) => notes.of(slug).length)
      await expect.poll(() => bridged.every((slug, at) => notes.of(slug).length > (written[at] ?? 0) + 5)).toBe(true)
      await docker.restart(signal)
      restarts++
      for (const { slug } of servers)
        await expect.poll(async () => (await engine.get(slug)).restart_count, { timeout: 30_000 }).toBe(restarts)
      await areReady(engine, servers)
      await load.stop()
      await areWhole(notes, engine, bridged)
      const found = await containersOf(servers, docker.url)
      expect(found.map(({ State }) => State)).toEqual(servers.map(() => 'running'))
      for (const { slug } of servers) expect(await engine.get(slug)).toMatchObject({ warning: null, state: 'ready' })
      // Removed containers leave no remains: the number of shims, sandboxes and mounts is unchanged.
      await expect.poll(() => partsOf(docker.folder)).toEqual(before)
    }
    engine.child.kill('SIGTERM')
    expect((await engine.outcome).code).toBe(0)
    expect(await containersOf(servers, docker.url)).toEqual([])
  },
)

function partsOf(folder: string): { shims: number; sandboxes: number; mounts: number } {
  const { processes, mounts } = leftoversOf(folder)
  const count = (words: RegExp) => processes.filter((command) => words.test(command)).length
  return { shims: count(/^\d+ \S*containerd-shim/), sandboxes: count(/^\d+ runsc-sandbox/), mounts: mounts.length }
}
