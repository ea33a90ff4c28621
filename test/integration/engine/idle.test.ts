import { describe, expect, it, vi } from 'vitest'
import { newProject } from '#contract/project'
import { newServer } from '#contract/servers/server'
import type { Engine } from '#engine/createEngine'
import type { Caller } from '#engine/router/call'
import { isRunning } from '#test/support/processList'
import { startTestEngine, testServer } from '#test/support/testEngine'
import { patience } from '#test/support/patience'

const caller: Caller = { key: 'test', capabilities: {}, ask: null }
/** The shortest time the setting accepts. */
const idleStopMs = 1_000

const call = (engine: Engine, slug: string, name: string, input: Record<string, unknown> = {}) =>
  engine.router.callTool({ kind: 'server', slug }, { params: { name, arguments: input }, caller })

const stateOf = (engine: Engine, slug: string) => engine.registry.get(slug).state

describe('an unused server', () => {
  it('[R7] is stopped completely after the configured time, says so, and starts again at the next use', async () => {
    const engine = await startTestEngine({ one: { launch: testServer('stubborn'), idleStopMs } })
    await engine.registry.use({ kind: 'all' })
    const state = stateOf(engine, 'one')
    if (state.kind !== 'ready' || state.pid === null) throw new Error('the server is not ready')
    await vi.waitFor(() => expect(stateOf(engine, 'one')).toEqual({ kind: 'stopped' }), patience)
    expect(isRunning(state.pid)).toBe(false)
    const lines = engine.registry.connection('one').log.lines()
    expect(lines.at(-1)?.text).toBe(
      'The server was not used for 1 s, so it was stopped. It starts again with the next use.',
    )
    // The stopped server's tools are still listed.
    expect(engine.registry.view({ kind: 'all' })?.tools.length).toBeGreaterThan(0)
    await engine.registry.use({ kind: 'all' })
    expect(await engine.registry.connection('one').settled()).toMatchObject({ kind: 'ready' })
  })

  it('[R7] is not stopped during a call that takes longer than the configured time', async () => {
    const engine = await startTestEngine({ one: { launch: testServer('echo'), idleStopMs } })
    expect(await call(engine, 'one', 'slow', { ms: 2_500 })).toMatchObject({ content: [{ text: 'slept 2500 ms' }] })
    await vi.waitFor(() => expect(stateOf(engine, 'one')).toEqual({ kind: 'stopped' }), patience)
    expect(await call(engine, 'one', 'echo', { text: 'again' })).toMatchObject({ content: [{ text: 'again' }] })
  })

  it('[R7] keeps running if its project is eager, if it always restarts, or if it has no time limit for idling', async () => {
    const launch = testServer('echo')
    const engine = await startTestEngine({
      resting: { launch, idleStopMs },
      always: { launch, idleStopMs, restart: 'always' },
      never: { launch, idleStopMs: null },
    })
    const { id } = await engine.projects.add(newProject.parse({ name: 'Eager', start: 'eager' }))
    await engine.servers.add(newServer.parse({ name: 'eager', projectId: id, launch, idleStopMs }))
    await engine.registry.use({ kind: 'all' })
    const slugs = ['resting', 'always', 'never', 'eager']
    await Promise.all(slugs.map((slug) => engine.registry.connection(slug).settled()))
    // No server is used. The servers that may not stop have been unused for longer than the one that may.
    await engine.registry.connection('resting').restart()
    await engine.registry.connection('resting').settled()
    await vi.waitFor(() => expect(stateOf(engine, 'resting')).toEqual({ kind: 'stopped' }), patience)
    expect(slugs.slice(1).map((slug) => stateOf(engine, slug).kind)).toEqual(['ready', 'ready', 'ready'])
  })
})
