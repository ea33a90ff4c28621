import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { newProject } from '#contract/project'
import { newServer, type NewServerInput } from '#contract/servers/server'
import type { Naming } from '#contract/tools/tool'
import { systemClock } from '#engine/clock'
import { createEngine, type Engine } from '#engine/createEngine'
import type { Clock, Ports } from '#engine/ports'
import type { Scope } from '#engine/registry/catalog/scope'
import type { Caller } from '#engine/router/call'
import { testServer } from '#test/support/testEngine'
import { testPorts } from '#test/support/testPorts'
import { temporaryFolder } from '#test/support/temporaryFolder'

const caller: Caller = { key: 'test', capabilities: {}, ask: null }
const broken = testServer('crashing', '--when', 'start')

/** Returns a clock on which backoff and start limits take an eighth of their normal time. */
function fastClock(): Clock {
  const start = systemClock.now()
  return {
    now: () => start + (systemClock.now() - start) * 8,
    elapsed: () => systemClock.elapsed() * 8,
    after: (delayMs, callback) => systemClock.after(delayMs / 8, callback),
  }
}

interface World {
  readonly ports: Ports
  readonly engine: Engine
  readonly scope: Scope
  /** Lets a server with a gate start, and waits until it is ready. */
  open(slug: string): Promise<void>
}

/** Adds servers in this order, none of which has ever listed anything. A server given as null waits behind a gate. */
async function world(
  naming: Naming,
  servers: Readonly<Record<string, NewServerInput['launch'] | null>>,
): Promise<World> {
  const gates = await temporaryFolder()
  const ports = { ...testPorts(await temporaryFolder()), clock: fastClock() }
  const engine = await createEngine(ports)
  onTestFinished(() => engine.close())
  const { id: projectId } = await engine.projects.add(newProject.parse({ name: 'Work', naming }))
  for (const [name, launch] of Object.entries(servers)) {
    const given = launch ?? testServer('gated', '--gate', join(gates, name))
    await engine.servers.add(newServer.parse({ name, projectId, launch: given }))
  }
  const open = async (slug: string) => {
    await writeFile(join(gates, slug), '')
    await engine.registry.use({ kind: 'server', slug })
  }
  return { ports, engine, scope: { kind: 'project', projectId }, open }
}

async function call({ engine, scope }: Pick<World, 'engine' | 'scope'>, name: string): Promise<string> {
  const result = await engine.router.callTool(scope, { params: { name, arguments: {} }, caller })
  return (result['content'] as { text: string }[])[0]?.text ?? ''
}

function pidOf(engine: Engine, slug: string): string {
  const { state } = engine.registry.get(slug)
  if (state.kind !== 'ready' || state.pid === null) throw new Error(`${slug} is not ready`)
  return String(state.pid)
}

describe('a name that two servers offer', () => {
  const orders = [
    ['first', 'second'],
    ['second', 'first'],
  ] as const
  const winners = [
    ['override', 'second'],
    ['prefix-on-conflict', 'first'],
  ] as const
  it.each(winners.flatMap(([naming, winner]) => orders.map((order) => [naming, winner, order] as const)))(
    '[R10] under %s belongs to %s, even if they become ready as %j, and calls wait until that is certain',
    async (naming, winner, order) => {
      const here = await world(naming, { first: null, second: null })
      const early = call(here, 'pid')
      const full = call(here, `${order[0]}__pid`)
      await here.open(order[0])
      // A full name waits only for its own server.
      expect(await full).toBe(pidOf(here.engine, order[0]))
      const between = call(here, 'pid')
      await here.open(order[1])
      const late = call(here, 'pid')
      const pid = pidOf(here.engine, winner)
      expect(await Promise.all([early, between, late])).toEqual([pid, pid, pid])
    },
  )

  it.each(winners)(
    '[R10] under %s belongs to %s when both listings are stored, whichever becomes ready',
    async (naming, winner) => {
      const here = await world(naming, { first: testServer('echo'), second: testServer('echo') })
      await here.engine.registry.use(here.scope)
      await here.engine.close()
      const engine = await createEngine(here.ports)
      onTestFinished(() => engine.close())
      const other = winner === 'first' ? 'second' : 'first'
      await engine.registry.use({ kind: 'server', slug: other })
      expect(await call({ engine, scope: here.scope }, 'pid')).toBe(pidOf(engine, winner))
    },
  )

  it('[R10] is not blocked for ever by a server that fails, nor by one that is switched off', async () => {
    const here = await world('override', { first: testServer('echo'), broken, off: null })
    await here.engine.servers.setEnabled('off', false)
    await here.engine.registry.use({ kind: 'server', slug: 'first' })
    // While the server is retried, its tools are unknown. Its breaker ends the retries.
    await expect(call(here, 'pid')).rejects.toMatchObject({
      code: 'SERVER_UNAVAILABLE',
      message: expect.stringMatching(
        /which server pid belongs to: the server broken has never listed .* first__pid .* switch broken off/,
      ),
    })
    expect(await call(here, 'first__pid')).toBe(pidOf(here.engine, 'first'))
    await expect.poll(() => call(here, 'pid').catch(() => ''), { timeout: 20_000 }).toBe(pidOf(here.engine, 'first'))
  })

  it('[R10] is refused with the reason while a server that could own it never answers', async () => {
    const here = await world('override', { first: testServer('echo'), mute: testServer('mute') })
    await expect(call(here, 'pid')).rejects.toMatchObject({ code: 'SERVER_UNAVAILABLE' })
    expect(await call(here, 'first__pid')).toBe(pidOf(here.engine, 'first'))
  })
})
