import { describe, expect, it } from 'vitest'
import type { Scope } from '#engine/registry/catalog/scope'
import type { Caller, ToolCall } from '#engine/router/call'
import { Cancellation } from '#engine/router/cancellation'
import { recordingLog } from '#test/support/recordingLog'
import { startTestEngine, testServer } from '#test/support/testEngine'

const all: Scope = { kind: 'all' }
const caller: Caller = { key: 'test', capabilities: {}, ask: null }
const call = (name: string, args: unknown = {}, more: Partial<ToolCall> = {}): ToolCall => ({
  params: { name, arguments: args },
  caller,
  ...more,
})
const text = (result: Record<string, unknown>) => (result['content'] as { text: string }[])[0]?.text

describe('calls', () => {
  it('[R16] reach the server that owns the tool, and return its answer', async () => {
    const engine = await startTestEngine({
      one: { launch: testServer('echo') },
      two: { launch: testServer('crashing') },
    })
    expect(text(await engine.router.callTool(all, call('echo', { text: 'hi' })))).toBe('hi')
  })

  it('[R16] to an unknown tool are refused with its name', async () => {
    const engine = await startTestEngine({ one: { launch: testServer('echo') } })
    await expect(engine.router.callTool(all, call('nothing'))).rejects.toMatchObject({
      code: 'UNKNOWN_TOOL',
      message: 'Unknown tool: nothing',
    })
  })

  it('pass results on exactly: unknown content types, vendor keys, _meta and structuredContent', async () => {
    const engine = await startTestEngine({ one: { launch: testServer('echo') } })
    const params = { name: 'structured', arguments: {}, _meta: { vendor: { deep: [1, null] } } }
    const result = await engine.router.callTool(all, { params, caller })
    expect(JSON.stringify(result)).toContain('"vendor":{"deep":[1,null]}')
  })

  it('pass a server’s error on with its code and data, and isError as a result', async () => {
    const engine = await startTestEngine({ one: { launch: testServer('echo') } })
    await expect(engine.router.callTool(all, call('rpcError'))).rejects.toMatchObject({
      code: 'SERVER_ERROR',
      data: { code: -32050 },
    })
    expect(await engine.router.callTool(all, call('fail'))).toMatchObject({ isError: true })
  })

  it('report progress with the caller’s own token, even if two callers chose the same one', async () => {
    const engine = await startTestEngine({ one: { launch: testServer('echo') } })
    const seen: Record<string, unknown[]> = { a: [], b: [] }
    const slow = (key: string) =>
      engine.router.callTool(all, {
        params: { name: 'slow', arguments: { ms: 60 }, _meta: { progressToken: 'same' } },
        caller: { ...caller, key },
        onNotification: (_method, params) => seen[key]?.push(params['progressToken']),
      })
    await Promise.all([slow('a'), slow('b')])
    expect(seen).toEqual({ a: Array(10).fill('same'), b: Array(10).fill('same') })
  })

  it('are answered at once when cancelled, and free their slot, even if the server never answers', async () => {
    const engine = await startTestEngine({ one: { launch: testServer('echo'), concurrency: 1 } })
    await engine.registry.use(all)
    const cancellation = new Cancellation()
    const slow = engine.router.callTool(all, call('slow', { ms: 60_000 }, { cancellation }))
    const next = engine.router.callTool(all, call('echo', { text: 'next' }))
    cancellation.cancel()
    await expect(slow).rejects.toMatchObject({ code: 'CALL_CANCELLED' })
    expect(text(await next)).toBe('next')
  })

  it('time out without progress, and progress extends the time', async () => {
    const engine = await startTestEngine({ one: { launch: testServer('echo'), timeoutMs: 400 } })
    await engine.registry.use(all)
    await expect(engine.router.callTool(all, call('slow', { ms: 5_000 }))).rejects.toMatchObject({
      code: 'CALL_TIMED_OUT',
    })
    const params = { name: 'slow', arguments: { ms: 1_500 }, _meta: { progressToken: 1 } }
    await expect(engine.router.callTool(all, { params, caller })).resolves.toBeDefined()
  })

  it('[R17] a server never runs more calls than its limit, and every call gets its own answer', async () => {
    const engine = await startTestEngine({ one: { launch: testServer('echo'), concurrency: 3 } })
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, index) => engine.router.callTool(all, call('echo', { text: `nonce ${index}` }))),
    )
    expect(answers.map(text)).toEqual(Array.from({ length: 200 }, (_, index) => `nonce ${index}`))
  })

  it('[R21] a server that dies during a call fails that call with the reason, is restarted, and takes the next one', async () => {
    const log = recordingLog()
    const engine = await startTestEngine(
      { one: { launch: testServer('echo') }, two: { launch: testServer('dual') } },
      { log },
    )
    await engine.registry.use(all)
    const other = engine.router.callTool(all, call('two__slow', { ms: 300 }))
    await expect(engine.router.callTool(all, call('one__exit', { code: 3 }))).rejects.toMatchObject({
      code: 'SERVER_LOST',
      message: expect.stringContaining('code 3') as string,
    })
    await expect(other).resolves.toBeDefined()
    expect(text(await engine.router.callTool(all, call('one__echo', { text: 'back' })))).toBe('back')
    expect(engine.registry.get('one').restarts).toBe(1)
    expect(log.entries.some((entry) => entry.level === 'warn' && entry.fields['server'] === 'one')).toBe(true)
  })

  it('[R16] a server that cannot be started is unavailable at once, with the reason and a log line', async () => {
    const log = recordingLog()
    const engine = await startTestEngine(
      {
        one: { launch: { transport: 'stdio', command: 'no-such-command-anywhere' } },
        two: { launch: testServer('echo') },
      },
      { log },
    )
    const server: Scope = { kind: 'server', slug: 'one' }
    await engine.registry.use(all)
    expect(engine.registry.get('one').state).toMatchObject({ kind: 'failed', error: { code: 'COMMAND_FAILED' } })
    await expect(engine.router.callTool(server, call('echo'))).rejects.toMatchObject({ code: 'UNKNOWN_TOOL' })
    expect(text(await engine.router.callTool(all, call('echo', { text: 'fine' })))).toBe('fine')
  })

  it('[R18][R20] the tools of a group are called in turn, and a dead member is skipped', async () => {
    const member = { launch: testServer('echo'), group: 'pool' }
    const engine = await startTestEngine({ a: member, b: member, c: { ...member, restart: 'never' as const } })
    await engine.registry.use(all)
    const pids = new Map<string, number>()
    for (let turn = 0; turn < 30; turn++) {
      const pid = text(await engine.router.callTool(all, call('pid'))) ?? ''
      pids.set(pid, (pids.get(pid) ?? 0) + 1)
    }
    expect([...pids.values()]).toEqual([10, 10, 10])
    const state = engine.registry.get('c').state
    if (state.kind !== 'ready' || state.pid === null) throw new Error('c is not ready')
    process.kill(state.pid, 'SIGKILL')
    await engine.registry.connection('c').changed()
    for (let turn = 0; turn < 9; turn++)
      expect(text(await engine.router.callTool(all, call('echo', { text: 'x' })))).toBe('x')
  })

  it('a modern server is called like any other, and its new tools are seen', async () => {
    const engine = await startTestEngine({ one: { launch: testServer('modern') } })
    expect(text(await engine.router.callTool(all, call('echo', { text: 'hi' })))).toBe('hi')
    expect(engine.registry.get('one').state).toMatchObject({
      kind: 'ready',
      era: 'modern',
      protocolVersion: '2026-07-28',
    })
    const changed = new Promise<void>((resolve) => engine.registry.onViewsChanged(resolve))
    await engine.router.callTool(all, call('set_tools', { names: ['fresh'] }))
    await changed
    expect(engine.registry.view(all)?.tools.map((tool) => tool.name)).toContain('fresh')
  })

  it('questions from a shared server during a call go to that call’s caller, and are refused if the caller is unclear', async () => {
    const engine = await startTestEngine({ one: { launch: testServer('asking') } })
    await engine.registry.use(all)
    const asking: Caller = {
      key: 'asking',
      capabilities: { sampling: {} },
      ask: ({ method }) =>
        Promise.resolve({ role: 'assistant', model: 'm', content: { type: 'text', text: `answer to ${method}` } }),
    }
    const answered = await engine.router.callTool(all, { params: { name: 'sample', arguments: {} }, caller: asking })
    expect(JSON.stringify(answered)).toContain('answer to sampling/createMessage')
    const refused = await engine.router.callTool(all, call('sample')).catch((thrown: unknown) => thrown)
    expect(JSON.stringify(refused)).not.toContain('answer to')
  })
})
