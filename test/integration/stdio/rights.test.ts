/** The rights of a client behind a bridge. The client has the rights that the owner gave it, as long as they last. */
import { expect, it, onTestFinished } from 'vitest'
import { connectControl } from '#main/host/control/controlClient'
import { testServer } from '#test/integration/cli/switchboard'
import { initializeParams } from '#test/integration/gateway/lineClients'
import { bridgePlace } from '#test/integration/stdio/bridges'

it(
  '[R13] a client with its own rights sees only what the rights allow, and sees changes to them at once',
  { timeout: 60_000 },
  async () => {
    const place = await bridgePlace()
    for (const name of ['one', 'two']) await place.run('add', name, '--', ...testServer('echo'))
    await place.serve()
    const connection = await connectControl(place.dataFolder)
    if (connection === null) throw new Error('the engine is not running')
    onTestFinished(() => connection.close())
    const { client: engine } = connection
    const choice = { mode: 'only' as const, servers: { one: ['echo', 'add'] } }
    const { id } = await engine.access.create({ name: 'Cursor', kind: 'cursor', choice })

    const all = await place.v1({})
    const cursor = await place.v1({}, '--client', 'cursor')
    const names = async () => (await cursor.listTools()).tools.map(({ name }) => name)
    expect((await all.listTools()).tools.length).toBeGreaterThan(20)
    expect(await names()).toEqual(['echo', 'add'])
    await expect(cursor.callTool({ name: 'two__echo' })).rejects.toMatchObject({ code: -32602 })

    await engine.access.update({ id, choice: { mode: 'only', servers: { one: ['pid'] } } })
    expect(await names()).toEqual(['pid'])

    const { id: work } = await engine.projects.add({ name: 'Work' })
    await engine.access.update({ id, projectId: work })
    expect(await names()).toEqual([])
    const outside = place.raw('--client', 'cursor', '--project', 'default')
    outside.request(0, 'initialize', initializeParams())
    expect(await outside.next()).toMatchObject({
      error: { message: 'The client cursor is not allowed to use the project default.' },
    })
  },
)

// Catches a removed client that gets more rights than before, namely the owner's.
it(
  'an unknown or removed client name opens nothing and says how to let the client in, and the client continues once it is let in',
  { timeout: 60_000 },
  async () => {
    const place = await bridgePlace()
    await place.serve()
    const connection = await connectControl(place.dataFolder)
    if (connection === null) throw new Error('the engine is not running')
    onTestFinished(() => connection.close())
    const { access } = connection.client
    const remedy = (command: string) => ({ error: { message: expect.stringContaining(command) as string } })
    const bridge = place.raw('--client', 'zed')
    bridge.request(0, 'initialize', initializeParams())
    expect(await bridge.next()).toMatchObject(remedy('switchboard connect zed'))

    const { id } = await access.create({ name: 'Zed', kind: 'zed' })
    bridge.request(1, 'initialize', initializeParams())
    expect(await bridge.next()).toMatchObject({ id: 1, result: { serverInfo: { name: 'switchboard' } } })
    bridge.say({ jsonrpc: '2.0', method: 'notifications/initialized' })
    bridge.request(2, 'tools/list', {})
    expect(await bridge.next()).toMatchObject({ id: 2, result: { tools: [] } })

    await access.remove({ id })
    const script = place.raw('--client', 'script')
    script.request(0, 'initialize', initializeParams())
    expect(await script.next()).toMatchObject(remedy('token create --client "script"'))
    const again = place.raw('--client', 'zed')
    again.request(0, 'initialize', initializeParams())
    expect(await again.next()).toMatchObject(remedy('switchboard connect zed'))
  },
)
