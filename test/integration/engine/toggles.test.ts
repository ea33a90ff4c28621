import { describe, expect, it } from 'vitest'
import type { Engine } from '#engine/createEngine'
import { createEngine } from '#engine/createEngine'
import type { Scope } from '#engine/registry/catalog/scope'
import type { Caller } from '#engine/router/call'
import { recordingLog } from '#test/support/recordingLog'
import { startTestEngine, testServer } from '#test/support/testEngine'
import { testPorts } from '#test/support/testPorts'
import { temporaryFolder } from '#test/support/temporaryFolder'
import { newServer } from '#contract/servers/server'
import { isRunning } from '#test/support/processList'

const all: Scope = { kind: 'all' }
const caller: Caller = { key: 'test', capabilities: {}, ask: null }
const names = (engine: Engine) => engine.registry.view(all)?.tools.map((tool) => tool.name) ?? []
const echo = (engine: Engine, name = 'echo') =>
  engine.router.callTool(all, { params: { name, arguments: { text: 'x' } }, caller })

describe('toggles', () => {
  it('[R12] a tool that is switched off is gone at once, without a restart, and back at once', async () => {
    const engine = await startTestEngine({ one: { launch: testServer('echo') } })
    await engine.registry.use(all)
    const before = engine.registry.get('one').state
    await engine.servers.setToolsEnabled('one', ['echo'], false)
    expect(names(engine)).not.toContain('echo')
    await expect(echo(engine)).rejects.toMatchObject({ code: 'UNKNOWN_TOOL' })
    await engine.servers.setToolsEnabled('one', ['echo'], true)
    await expect(echo(engine)).resolves.toBeDefined()
    expect(engine.registry.get('one').state).toEqual(before)
  })

  it('[R12] a call under way still finishes when its server is switched off', async () => {
    const engine = await startTestEngine({ one: { launch: testServer('echo') } })
    await engine.registry.use(all)
    const slow = engine.router.callTool(all, { params: { name: 'slow', arguments: { ms: 500 } }, caller })
    await engine.servers.setEnabled('one', false)
    expect(names(engine)).toEqual([])
    await expect(slow).resolves.toBeDefined()
    expect(await engine.registry.connection('one').settled()).toEqual({ kind: 'stopped' })
  })

  it('[R7] a server that is switched off has no process left; switched on again, it is used', async () => {
    const engine = await startTestEngine({ one: { launch: testServer('stubborn') } })
    await engine.registry.use(all)
    const state = engine.registry.get('one').state
    if (state.kind !== 'ready' || state.pid === null) throw new Error('the server is not ready')
    const { pid } = state
    await engine.servers.setEnabled('one', false)
    await engine.registry.connection('one').stop()
    expect(isRunning(pid)).toBe(false)
    await engine.servers.setEnabled('one', true)
    await engine.registry.use(all)
    engine.registry.connection('one').start()
    expect(await engine.registry.connection('one').settled()).toMatchObject({ kind: 'ready' })
  })

  it('[R10] name conflicts get a prefix, each tool says whose it is, and one malformed tool hides no other', async () => {
    const engine = await startTestEngine({
      one: { launch: testServer('echo') },
      two: { launch: testServer('echo') },
      bad: { launch: testServer('badSchema') },
    })
    await engine.registry.use(all)
    const listed = names(engine)
    expect(new Set(listed).size).toBe(listed.length)
    expect(listed).toContain('one__echo')
    expect(listed).toContain('fine')
    const echoTool = engine.registry.view(all)?.tools.find((tool) => tool.name === 'two__echo')
    expect(echoTool?.['_meta']).toMatchObject({ 'switchboard/server': 'two', 'switchboard/tool': 'echo' })
    const bad = engine.registry.tools('bad')
    expect(bad.filter((tool) => tool.quarantine !== null).length).toBeGreaterThan(5)
    for (const tool of bad) if (tool.quarantine !== null) expect(tool.publicName).toBeNull()
  })

  it('a removed server comes back with its toggles, and its tools are listed before it runs', async () => {
    const engine = await startTestEngine({ one: { launch: testServer('echo') } })
    await engine.registry.use(all)
    await engine.servers.setToolsEnabled('one', ['add'], false)
    await engine.servers.remove('one')
    expect(engine.registry.list()).toEqual([])
    await engine.servers.restore('one')
    await engine.registry.use(all)
    expect(names(engine)).toContain('echo')
    expect(names(engine)).not.toContain('add')
  })

  it('[R6] after an engine restart, tools and toggles are known before any server runs, and a call starts only its own server', async () => {
    const folder = await temporaryFolder()
    const first = await createEngine(testPorts(folder))
    await first.servers.add(newServer.parse({ name: 'one', launch: testServer('echo') }))
    await first.servers.add(newServer.parse({ name: 'two', launch: testServer('dual') }))
    await first.registry.use(all)
    await first.servers.setToolsEnabled('one', ['add'], false)
    await first.close()

    const log = recordingLog()
    const second = await createEngine({ ...testPorts(folder), log })
    try {
      expect(second.registry.list().map((server) => server.state.kind)).toEqual(['stopped', 'stopped'])
      expect(names(second)).toContain('one__echo')
      expect(names(second)).not.toContain('one__add')
      await expect(echo(second, 'one__echo')).resolves.toBeDefined()
      expect(second.registry.list().map((server) => server.state.kind)).toEqual(['ready', 'stopped'])
    } finally {
      await second.close()
    }
  })
})
