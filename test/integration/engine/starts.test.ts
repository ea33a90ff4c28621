import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { newProject, type StartMode } from '#contract/project'
import { newServer, type NewServerInput, serverChange } from '#contract/servers/server'
import { createEngine, type Engine } from '#engine/createEngine'
import type { Caller } from '#engine/router/call'
import { isRunning } from '#test/support/processList'
import { testServer } from '#test/support/testEngine'
import { testPorts } from '#test/support/testPorts'
import { temporaryFolder } from '#test/support/temporaryFolder'
import { patience } from '#test/support/patience'

const caller: Caller = { key: 'test', capabilities: {}, ask: null }
const slow = { launch: testServer('slowStart', '--delay', '200') }
const broken = { launch: testServer('crashing') }

type Servers = Readonly<Record<string, Pick<NewServerInput, 'launch'> & Partial<NewServerInput>>>

/** Starts an engine whose servers and project were stored by an earlier engine. */
async function startedWith(start: StartMode, servers: Servers) {
  const ports = testPorts(await temporaryFolder())
  const before = await createEngine({ ...ports, startServersOnUse: true })
  const { id } = await before.projects.add(newProject.parse({ name: 'Work', start }))
  for (const [name, server] of Object.entries(servers))
    await before.servers.add(newServer.parse({ name, projectId: id, ...server }))
  await before.close()
  const engine = await createEngine(ports)
  onTestFinished(() => engine.close())
  return { engine, id }
}

const kinds = (engine: Engine) =>
  Object.fromEntries(engine.registry.list().map(({ slug, state }) => [slug, state.kind]))

function pids(engine: Engine): number[] {
  return engine.registry
    .list()
    .flatMap(({ state }) => (state.kind === 'ready' && state.pid !== null ? [state.pid] : []))
}

/**
 * Watches servers start. `seen` has the servers that were starting at the same time, one entry per change; `cameUp` has
 * the processes that became ready.
 */
function watchStarts(engine: Engine): { readonly seen: string[]; readonly cameUp: Set<number> } {
  const seen: string[] = []
  const cameUp = new Set<number>()
  const starting = new Set<string>()
  const controller = new AbortController()
  onTestFinished(() => controller.abort())
  const watch = async () => {
    for await (const batch of engine.events.subscribe(controller.signal))
      for (const event of batch) {
        if (event.type !== 'server.changed') continue
        const { slug, state } = event.server
        if (state.kind === 'starting') starting.add(slug)
        else starting.delete(slug)
        if (state.kind === 'ready' && state.pid !== null) cameUp.add(state.pid)
        const now = [...starting].sort().join('+')
        if (now !== '' && seen.at(-1) !== now) seen.push(now)
      }
  }
  void watch()
  return { seen, cameUp }
}

describe('a project that starts its servers strictly', () => {
  it('[R6] starts them with the engine, one after another in their order; none is used before its turn', async () => {
    const { engine, id } = await startedWith('strict', { a: slow, b: slow, c: slow })
    const { seen } = watchStarts(engine)
    const call = engine.router.callTool(
      { kind: 'server', slug: 'c' },
      { params: { name: 'echo', arguments: { text: 'waits for its turn' } }, caller },
    )
    await engine.registry.startProject(id)
    expect(kinds(engine)).toEqual({ a: 'ready', b: 'ready', c: 'ready' })
    expect(await call).toMatchObject({ content: [{ text: 'waits for its turn' }] })
    await vi.waitFor(() => expect(seen.at(-1)).toBe('c'), patience)
    expect(seen.filter((now) => now.includes('+'))).toEqual([])
    expect(engine.registry.projectSnapshot(id).startFailure).toBeNull()
  })

  it('[R6] stops the started ones when one fails, says which, and tries again when something has changed', async () => {
    const { engine, id } = await startedWith('strict', { a: slow, b: slow, broken, d: slow })
    const { cameUp } = watchStarts(engine)
    await expect(engine.registry.startProject(id)).rejects.toThrow(/^Server broken did not start: .*exited with code 3/)
    expect(kinds(engine)).toEqual({ a: 'failed', b: 'failed', broken: 'failed', d: 'failed' })
    await vi.waitFor(() => expect(cameUp.size).toBe(2), patience)
    expect([...cameUp].filter(isRunning)).toEqual([])
    expect(engine.registry.projectSnapshot(id).startFailure).toEqual({
      server: 'broken',
      message: expect.stringContaining('exited with code 3'),
    })
    // A call does not start its server alone: it is refused, with the reason why the project did not start.
    const call = engine.router.callTool({ kind: 'server', slug: 'a' }, { params: { name: 'echo' }, caller })
    await expect(call).rejects.toMatchObject({
      code: 'SERVER_UNAVAILABLE',
      message: expect.stringContaining('broken did not start'),
    })
    expect(kinds(engine)['a']).toBe('failed')

    await engine.servers.setEnabled('broken', false)
    await vi.waitFor(() => expect(kinds(engine)).toMatchObject({ a: 'ready', b: 'ready', d: 'ready' }), patience)
    await vi.waitFor(() => expect(engine.registry.projectSnapshot(id).startFailure).toBeNull(), patience)
  })

  it('[R6] names a server that fails when it is switched on later; running ones continue', async () => {
    const { engine, id } = await startedWith('strict', { a: slow, broken: { ...broken, enabled: false } })
    await engine.registry.startProject(id)
    const before = pids(engine)
    await engine.servers.setEnabled('broken', true)
    await vi.waitFor(
      () => expect(engine.registry.projectSnapshot(id).startFailure).toMatchObject({ server: 'broken' }),
      patience,
    )
    expect([pids(engine), before.filter(isRunning)]).toEqual([before, before])
    await engine.servers.update('broken', serverChange.parse({ launch: testServer('echo') }))
    await vi.waitFor(() => expect(kinds(engine)).toEqual({ a: 'ready', broken: 'ready' }), patience)
    await vi.waitFor(() => expect(engine.registry.projectSnapshot(id).startFailure).toBeNull(), patience)
  })

  it('[R6] stops holding its servers back when it is set to start them lazily', async () => {
    const { engine, id } = await startedWith('strict', { a: slow, broken })
    await expect(engine.registry.startProject(id)).rejects.toMatchObject({ code: 'SERVER_UNAVAILABLE' })
    await engine.projects.update(id, { start: 'lazy' })
    expect(engine.registry.projectSnapshot(id).startFailure).toBeNull()
    await vi.waitFor(() => expect(kinds(engine)['a']).toBe('stopped'), patience)
    await engine.registry.use({ kind: 'server', slug: 'a' })
    expect(await engine.registry.connection('a').settled()).toMatchObject({ kind: 'ready' })
  })
})

it('[R6] an eager project starts all its servers together with the engine, at the same time', async () => {
  const { engine } = await startedWith('eager', { a: slow, b: slow })
  expect(kinds(engine)).toEqual({ a: 'starting', b: 'starting' })
  await Promise.all(['a', 'b'].map((slug) => engine.registry.connection(slug).settled()))
  expect(kinds(engine)).toEqual({ a: 'ready', b: 'ready' })
})

it('[R6] a lazy project starts no known server until it is used, then all at the same time, and uses running ones', async () => {
  const { engine, id } = await startedWith('lazy', { a: slow, b: slow })
  // The servers have never listed their tools, so each is started once.
  expect(kinds(engine)).toEqual({ a: 'starting', b: 'starting' })
  const scope = { kind: 'project', projectId: id } as const
  await engine.registry.use(scope)
  await Promise.all(['a', 'b'].map((slug) => engine.registry.connection(slug).stop()))
  void engine.registry.use(scope)
  expect(kinds(engine)).toEqual({ a: 'starting', b: 'starting' })
  await Promise.all(['a', 'b'].map((slug) => engine.registry.connection(slug).settled()))
  const before = pids(engine)
  await engine.registry.use(scope)
  expect(pids(engine)).toEqual(before)
})
