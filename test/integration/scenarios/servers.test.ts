import { describe, expect, it, vi } from 'vitest'
import { caller, openWorld, pidOf, textOf } from '#test/integration/scenarios/world'
import { isRunning } from '#test/support/processList'
import { startTestEngine, testServer } from '#test/support/testEngine'
import { patience } from '#test/support/patience'

describe('several servers', () => {
  it('[R1] are a process each, with its own command, arguments, folder and variables; none has those of another', async () => {
    const { engine } = await openWorld({
      recipes: {
        launch: {
          ...testServer('echo', '--name', 'the recipes'),
          env: { API_KEY: 'of-recipes', USER_EMAIL: 'cook@example.test' },
          cwd: '/',
        },
      },
      fetch: { launch: { transport: 'stdio', command: 'sh', args: ['-c', fetchCommand()], env: {} } },
    })
    await engine.registry.use({ kind: 'all' })
    expect(engine.registry.list().map(({ state }) => state)).toMatchObject([
      { kind: 'ready', implementation: { name: 'the recipes' } },
      { kind: 'ready', implementation: { name: 'the fetcher' } },
    ])
    expect(new Set(['recipes', 'fetch'].map((slug) => pidOf(engine, slug))).size).toBe(2)
    const ask = (slug: string, name: string, args: object = {}) =>
      textOf(engine.router.callTool({ kind: 'server', slug }, { params: { name, arguments: { ...args } }, caller }))
    for (const [name, value] of [
      ['API_KEY', 'of-recipes'],
      ['USER_EMAIL', 'cook@example.test'],
    ]) {
      expect(await ask('recipes', 'env', { name })).toBe(value)
      expect(await ask('fetch', 'env', { name })).toBe('(not set)')
    }
    expect([await ask('recipes', 'pid'), await ask('fetch', 'pid')]).toEqual(
      ['recipes', 'fetch'].map((slug) => String(pidOf(engine, slug))),
    )
  })

  it('[R1] count their requests separately: the ids of one do not continue those of another', async () => {
    const { engine } = await openWorld({ one: { launch: testServer('echo') }, two: { launch: testServer('echo') } })
    await engine.registry.use({ kind: 'all' })
    const idOf = async (slug: string) => {
      const seen: string[] = []
      await engine.router.callTool(
        { kind: 'server', slug },
        {
          params: { name: 'logs', arguments: {} },
          caller,
          onNotification: (_method, params) => seen.push(JSON.stringify(params['data'])),
        },
      )
      return Number(/of call (\d+)/.exec(seen[0] ?? '')?.[1])
    }
    const first = await idOf('one')
    const own = [await idOf('one'), await idOf('one')]
    expect(own).toEqual([first + 1, first + 2])
    expect(await idOf('two')).toBe(first)
  })

  it('[R7] have all exited, with nothing left open, when the engine has stopped', async () => {
    const engine = await startTestEngine({
      one: { launch: testServer('stubborn') },
      two: { launch: testServer('echo') },
    })
    await engine.registry.use({ kind: 'all' })
    const pids = ['one', 'two'].map((slug) => pidOf(engine, slug))
    const connections = ['one', 'two'].map((slug) => engine.registry.connection(slug))
    await engine.close()
    await vi.waitFor(() => expect(pids.filter(isRunning)).toEqual([]), patience)
    expect(connections.map(({ state }) => state.kind)).toEqual(['stopped', 'stopped'])
  })

  it('[R6] [R8] that are not running are started by the first use; later uses have the same processes', async () => {
    const { engine, connect } = await openWorld(
      { one: { launch: testServer('echo') }, two: { launch: testServer('dual') } },
      { startServersOnUse: true },
    )
    expect(engine.registry.list().map(({ state }) => state.kind)).toEqual(['stopped', 'stopped'])
    const client = await connect()
    const { tools } = await client.listTools()
    expect(new Set(tools.map(({ _meta }) => _meta?.['switchboard/server']))).toEqual(new Set(['one', 'two']))
    const before = ['one', 'two'].map((slug) => pidOf(engine, slug))
    const another = await connect()
    await another.listTools()
    const pids = await Promise.all(
      [client, another].flatMap((one) => ['one', 'two'].map((slug) => textOf(one.callTool({ name: `${slug}__pid` })))),
    )
    expect(pids).toEqual([...before, ...before].map(String))
  })
})

function fetchCommand(): string {
  const { command, args = [] } = testServer('dual', '--name', 'the fetcher')
  return ['exec', command, ...args.map((arg) => `'${arg}'`)].join(' ')
}
