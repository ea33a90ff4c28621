/**
 * Several engines on one database and one Docker Engine. One engine runs a server. The others name that engine, and
 * take over when it is gone.
 */
import { expect, test } from 'vitest'
import type { HostedServer } from '#contract/hosting/hostedServer'
import { areReady, areWhole, Notes } from '#test/integration/hosting/hostedLoad'
import { containersOf, placeWithDocker, removeAfter, serving, type Serving } from '#test/integration/hosting/onDocker'
import { hasPart } from '#test/support/parts/hasPart'
import { findPostgres } from '#test/support/postgres'

const postgres = hasPart('docker') ? findPostgres() : null
/** The time in which a missing engine's lease ends and its servers become ready at another engine. */
const takenOver = { timeout: 30_000 }
const elsewhere = /^Another engine on this database \(.+\) is already running this server\.$/

// Catches two engines that run the same server, and a dead engine that keeps its servers. It also catches an engine
// that wakes up from sleep (on a laptop), and then ends or duplicates servers that belong to another engine by now.
test.skipIf(postgres === null)(
  '[R26] [R29] when one engine is killed or suspended, another has all its servers within 30 s, with their data, and keeps them',
  { timeout: 120_000 },
  async () => {
    const DATABASE_URL = (await postgres?.createDatabase()) ?? ''
    const [killedPlace, stillPlace, place] = [
      await placeWithDocker({ DATABASE_URL }),
      await placeWithDocker({ DATABASE_URL }),
      await placeWithDocker({ DATABASE_URL }),
    ]
    removeAfter(place)
    const [killed, still] = [await serving(killedPlace), await serving(stillPlace)]
    const servers = [...(await registerAt(killed, 'one', 'page')), ...(await registerAt(still, 'two', 'web'))]
    const engine = await serving(place)
    const born = { page: await killed.call('page', 'pid'), web: await still.call('web', 'pid') }
    const notes = new Notes()
    const loads = [notes.writeAt(killed, ['one']), notes.writeAt(still, ['two'])]
    for (const { slug } of servers) await isElsewhere(engine, slug)
    expect(await containersOf(servers)).toHaveLength(servers.length)

    killed.child.kill('SIGKILL')
    still.child.kill('SIGSTOP')
    try {
      await killed.outcome
      await runsAll(engine, servers)
    } finally {
      still.child.kill('SIGCONT')
    }
    await Promise.all(loads.map((load) => load.stop()))
    // Both engines come back, and find that their servers belong to another engine.
    const back = await serving(killedPlace)
    for (const one of [back, still]) for (const { slug } of servers) await isElsewhere(one, slug)
    await runsAll(engine, servers)
    await areWhole(notes, engine, ['one', 'two'])
    for (const slug of ['page', 'web'] as const) expect(await engine.call(slug, 'pid')).toBe(born[slug])
    for (const { slug } of servers) expect(await engine.get(slug)).toMatchObject({ restart_count: 0, last_crash: null })

    // An engine that stops normally releases its servers immediately.
    for (const one of [still, engine]) {
      one.child.kill('SIGTERM')
      expect((await one.outcome).code).toBe(0)
    }
    await runsAll(back, servers)
    await areWhole(notes, back, ['one', 'two'])
  },
)

async function registerAt(engine: Serving, bridged: string, web: string): Promise<HostedServer[]> {
  const usual = { provider: 'plain', volumes: ['/data'] }
  const servers = await Promise.all([
    engine.register({ ...usual, name: bridged, image: 'hosted-notes:1', network: { mode: 'none' } }),
    engine.register({ ...usual, name: web, image: 'hosted-web:1', stdio_bridge: false, ports: [{ container: 8080 }] }),
  ])
  expect(servers.map(({ state, error }) => error ?? state)).toEqual(['ready', 'ready'])
  return servers
}

/** Waits until this engine names the engine that runs the server, and leaves the server alone. */
async function isElsewhere(engine: Serving, slug: string): Promise<void> {
  await expect.poll(async () => (await engine.get(slug)).warning, takenOver).toMatch(elsewhere)
  const refused = await engine.callTool(slug, slug === 'page' || slug === 'web' ? 'pid' : 'get')
  expect(refused).toMatchObject({ status: 503, body: { code: 'SERVER_UNAVAILABLE' } })
  expect(refused.body.message).toContain(refused.body.data.owner)
  expect(await engine.rest('POST', `/mcp/servers/${slug}/restart`)).toMatchObject({ status: 503 })
}

/** Waits until this engine runs each of these servers exactly once. */
async function runsAll(engine: Serving, servers: readonly HostedServer[]): Promise<void> {
  for (const { slug } of servers) await expect.poll(async () => (await engine.get(slug)).warning, takenOver).toBeNull()
  await areReady(engine, servers)
  expect((await containersOf(servers)).map(({ State }) => State)).toEqual(servers.map(() => 'running'))
}
