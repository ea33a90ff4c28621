import { describe, expect, test, vi } from 'vitest'
import { AppError } from '#contract/errors'
import { newProject } from '#contract/project'
import { newServer } from '#contract/servers/server'
import type { Naming } from '#contract/tools/tool'
import { defaultEngineSettings } from '#contract/setting'
import type { Engine } from '#engine/createEngine'
import { createInProcessServer } from '#engine/native/inProcessServer'
import type { NativeTool } from '#engine/native/nativeTool'
import type { Scope } from '#engine/registry/catalog/scope'
import type { Caller } from '#engine/router/call'
import { Cancellation } from '#engine/router/cancellation'
import { manualClock } from '#test/support/manualClock'
import { recordingLog } from '#test/support/recordingLog'
import { startTestEngine, testServer } from '#test/support/testEngine'
import { echoTools } from '#test/servers/echoTools'
import { patience } from '#test/support/patience'

const chat: Scope = { kind: 'project', projectId: 'default', native: true }
const client: Scope = { kind: 'project', projectId: 'default' }
const caller: Caller = { key: 'test', capabilities: {}, ask: null }
const names = (engine: Engine, scope: Scope) => engine.registry.view(scope)?.tools.map((tool) => tool.name) ?? []
const call = (engine: Engine, scope: Scope, name: string, args: unknown = {}) =>
  engine.router.callTool(scope, { params: { name, arguments: args }, caller })

const pancakes = {
  title: 'Pancakes',
  servings: 2,
  ingredients: [{ name: 'flour', amount: 250, unit: 'g' }, 'salt'],
  steps: ['Mix.', 'Fry.'],
}

/** Starts an engine with a server that has a tool with the same name as one of the engine's own. */
async function startWithRival(naming: Naming) {
  const engine = await startTestEngine()
  await engine.projects.update('default', { naming })
  await engine.servers.add(newServer.parse({ name: 'rival', launch: testServer('echo') }))
  await engine.registry.use(client)
  await call(engine, client, 'rival__set_tools', { names: ['display_recipe'] })
  await vi.waitFor(() => expect(names(engine, client).join()).toContain('display_recipe'), patience)
  return engine
}

describe('native tools', () => {
  test('[R11] belong to the server `native`, run in process, and are recorded like all others', async () => {
    const engine = await startTestEngine()
    const tool = engine.registry.view(chat)?.tools.find(({ name }) => name === 'display_recipe')
    expect(tool).toMatchObject({
      _meta: { 'switchboard/server': 'native', 'switchboard/tool': 'display_recipe' },
      inputSchema: { type: 'object', required: ['title', 'ingredients', 'steps'] },
    })
    const result = await call(engine, chat, 'display_recipe', pancakes)
    expect(result).toMatchObject({ structuredContent: { recipe: pancakes } })
    expect(JSON.stringify(result)).toContain('- 250 g flour')
    await vi.waitFor(
      async () =>
        expect((await engine.records.list({ limit: 5 })).calls).toMatchObject([
          { tool: 'display_recipe', server: 'native', status: 'succeeded', projectId: 'default' },
        ]),
      patience,
    )
  })

  test('[R11] are offered to the chat, not to outside clients, until the setting changes that and clients are notified', async () => {
    const engine = await startTestEngine()
    const own = ['display_recipe', 'switchboard_servers', 'read_result']
    const places: Scope[] = [chat, client, { kind: 'all' }, { kind: 'server', slug: 'native' }]
    expect(places.map((scope) => names(engine, scope))).toEqual([own, [], [], []])
    await expect(call(engine, client, 'display_recipe', pancakes)).rejects.toMatchObject({ code: 'UNKNOWN_TOOL' })
    const before = engine.registry.view(client)?.hash
    let told = 0
    engine.registry.onViewsChanged(() => (told += 1))
    await engine.settings.update({ nativeTools: 'everyone' })
    expect(places.map((scope) => names(engine, scope))).toEqual([own, own, own, own])
    expect([told, engine.registry.view(client)?.hash === before]).toEqual([1, false])
    await engine.settings.update({ nativeTools: 'off' })
    expect(places.map((scope) => names(engine, scope))).toEqual([[], [], [], []])
  })

  test.each<Naming>(['override', 'prefix-on-conflict', 'prefix-always'])(
    '[R11] cannot be overridden: with naming %s they keep their name, and the other tool can be called by its full name',
    async (naming) => {
      const engine = await startWithRival(naming)
      const result = await call(engine, chat, 'display_recipe', pancakes)
      expect(result).toMatchObject({ structuredContent: { recipe: { title: 'Pancakes' } } })
      expect(names(engine, chat).filter((name) => name === 'display_recipe')).toHaveLength(1)
      expect(names(engine, chat).includes('rival__display_recipe')).toBe(naming !== 'override')
      expect(JSON.stringify(await call(engine, chat, 'rival__display_recipe'))).toContain('"text":"display_recipe"')
      expect(JSON.stringify(await call(engine, chat, 'native__display_recipe', pancakes))).toContain('Pancakes')
    },
  )

  test('wrong arguments are reported to the model in words that the model can act on', async () => {
    const engine = await startTestEngine()
    const result = await call(engine, chat, 'display_recipe', { title: 'Pancakes', ingredients: [], steps: 'Fry.' })
    expect(result).toMatchObject({ isError: true })
    expect(JSON.stringify(result)).toMatch(/ingredients.*steps|steps.*ingredients/)
  })

  test('switchboard_servers reports the state of the project’s servers', async () => {
    const engine = await startTestEngine({
      good: { launch: testServer('echo') },
      broken: { launch: { transport: 'stdio', command: 'no-such-command-anywhere' } },
      off: { launch: testServer('echo'), enabled: false },
    })
    await engine.registry.use(client)
    const { structuredContent } = await call(engine, chat, 'switchboard_servers')
    expect(structuredContent).toMatchObject({
      servers: [
        { server: 'good', state: 'ready', tools: echoTools.length, problem: null },
        { server: 'broken', state: 'failed', tools: 0, problem: expect.stringContaining('no-such-command') as string },
        { server: 'off', state: 'disabled', tools: 0, problem: null },
      ],
    })
  })

  test('[R23] read_result returns the result of a call, page by page, but not the result of another project’s call', async () => {
    const engine = await startTestEngine({ one: { launch: testServer('echo') } })
    let id: string | null = null
    const params = { name: 'big', arguments: { bytes: 200_000 } }
    await engine.router.callTool(chat, { params, caller, onRecorded: (given) => (id = given) })
    await vi.waitFor(async () => expect((await engine.records.get(id ?? '')).status).toBe('succeeded'), patience)
    let text = ''
    for (let offset: number | null = 0; offset !== null;) {
      const result = await call(engine, chat, 'read_result', { call: id, offset, bytes: 90_000 })
      text += (result['content'] as { text: string }[])[0]?.text
      offset = (result['structuredContent'] as { next: number | null }).next
    }
    expect(JSON.parse(text)).toMatchObject({ content: [{ text: 'x'.repeat(200_000) }] })

    const { id: otherId } = await engine.projects.add(newProject.parse({ name: 'Other' }))
    const other: Scope = { kind: 'project', projectId: otherId, native: true }
    expect(await call(engine, other, 'read_result', { call: id })).toMatchObject({ isError: true })
    expect(await call(engine, chat, 'read_result', { call: '00000000000000000000' })).toMatchObject({ isError: true })
  })

  test('a call to a native tool ends when it is cancelled, and a failing tool does not break the engine', async () => {
    const log = recordingLog()
    const tool = (name: string, work: NativeTool['call']): NativeTool => ({
      name,
      description: '',
      inputSchema: { type: 'object' },
      annotations: {},
      call: work,
    })
    const engine = await startTestEngine()
    engine.registry.hostNative(
      createInProcessServer({
        tools: [
          tool('wait', () => new Promise(() => undefined)),
          tool('break', () => Promise.reject(new TypeError('a secret detail'))),
          tool('refuse', () => Promise.reject(new AppError('CONFLICT', 'not now'))),
        ],
        settings: () => defaultEngineSettings,
        version: '0',
        clock: manualClock(),
        log,
      }),
    )
    const cancellation = new Cancellation()
    const waiting = engine.router.callTool(chat, { params: { name: 'wait' }, caller, cancellation })
    cancellation.cancel()
    await expect(waiting).rejects.toMatchObject({ code: 'CALL_CANCELLED' })
    await expect(call(engine, chat, 'break')).rejects.toMatchObject({
      code: 'SERVER_ERROR',
      message: 'The tool failed.',
    })
    await expect(call(engine, chat, 'refuse')).rejects.toMatchObject({ code: 'SERVER_ERROR', message: 'not now' })
    expect(log.entries).toMatchObject([{ level: 'error', fields: { tool: 'break' } }])
  })
})
