import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { startTestEngine } from '#test/support/testEngine'
import { testPorts } from '#test/support/testPorts'
import { newServer } from '#contract/servers/server'
import { createEngine, type Engine } from '#engine/createEngine'
import { remoteServer } from '#test/integration/transports/remote'
import { temporaryFolder } from '#test/support/temporaryFolder'

const all = { kind: 'all' } as const
const caller = { key: 'test', capabilities: {}, ask: null }
const call = (engine: Engine, name: string) => engine.router.callTool(all, { params: { name, arguments: {} }, caller })

describe('remote servers in the engine', () => {
  it('[R2] [R5] are servers like others, and the values of their headers stay inside', async () => {
    const server = await remoteServer({ eras: ['modern'] })
    const engine = await startTestEngine({
      far: {
        launch: {
          transport: 'http',
          url: `${server.url}?api_key=in-the-url`,
          headers: { Authorization: 'Bearer in-the-header' },
        },
      },
    })
    await engine.registry.use(all)
    expect(engine.registry.get('far')).toMatchObject({
      state: { kind: 'ready', era: 'modern', pid: null },
      launch: { transport: 'http', url: `${server.url}?api_key=***`, headerNames: ['Authorization'] },
    })
    expect(await call(engine, 'echo')).toMatchObject({ content: [{ text: '{}' }] })
    expect(server.of('tools/call')[0]).toMatchObject({
      path: '/mcp?api_key=in-the-url',
      headers: { authorization: 'Bearer in-the-header' },
    })
    const told = JSON.stringify([engine.registry.list(), engine.registry.connection('far').log.lines()])
    expect(told).not.toMatch(/in-the-(?:url|header)/)
  })

  it('[R5] [R16] that are unreachable make calls fail at once, with the reason, until they are back', async () => {
    const server = await remoteServer()
    const engine = await startTestEngine({ far: { launch: { transport: 'http', url: server.url } } })
    await engine.registry.use(all)
    const hanging = call(engine, 'hang')
    await server.seen('tools/call')
    await server.die()
    await expect(hanging).rejects.toMatchObject({ code: 'SERVER_LOST' })
    const connection = engine.registry.connection('far')
    const reaches = async (ready: boolean) => {
      while ((connection.state.kind === 'ready') !== ready) await connection.changed()
    }
    await reaches(false)
    // No clock is involved here. A call that waited for the next attempt would find the server up again.
    const refused = call(engine, 'echo')
    await server.revive()
    await expect(refused).rejects.toMatchObject({ code: 'SERVER_UNAVAILABLE' })
    await reaches(true)
    expect(await call(engine, 'echo')).toMatchObject({ content: [{ text: '{}' }] })
  })

  it('[R20] that could not be reached did not get the call, so another member gets it', async () => {
    const [one, two] = [await remoteServer({ stream: false }), await remoteServer({ stream: false })]
    const member = (url: string) => ({ launch: { transport: 'http' as const, url }, group: 'pool' })
    const engine = await startTestEngine({ one: member(one.url), two: member(two.url) })
    await engine.registry.use(all)
    one.forgetSessions()
    const results = await Promise.all([call(engine, 'echo'), call(engine, 'echo'), call(engine, 'echo')])
    expect(results).toHaveLength(3)
  })

  it('in a configuration file run, and leave neither headers nor keys in the store', async () => {
    const server = await remoteServer()
    const folder = await temporaryFolder()
    const path = join(folder, 'mcp.json')
    const entry = { url: `${server.url}?token=key-in-url`, headers: { 'X-Api-Key': 'key-in-header' } }
    await writeFile(path, JSON.stringify({ mcpServers: { far: entry } }))
    const engine = await createEngine(testPorts(join(folder, 'data')))
    try {
      await engine.openConfigFile(path)
      await engine.registry.use(all)
      expect(engine.registry.get('far').state).toMatchObject({ kind: 'ready', era: 'legacy' })
      expect(server.of('initialize')[0]).toMatchObject({
        path: '/mcp?token=key-in-url',
        headers: { 'x-api-key': 'key-in-header' },
      })
    } finally {
      await engine.close()
    }
    for (const name of await readdir(join(folder, 'data'))) {
      const content = await readFile(join(folder, 'data', name)).catch(() => Buffer.alloc(0))
      expect(`${name}: ${content.includes('key-in-')}`).toBe(`${name}: false`)
    }
  })

  it('[R8] have one connection for all callers, and the connection’s era is stored for the next start', async () => {
    const server = await remoteServer()
    const ports = testPorts(await temporaryFolder())
    for (const discovers of [1, 1]) {
      const engine = await createEngine(ports)
      if (engine.registry.list().length === 0)
        await engine.servers.add(newServer.parse({ name: 'far', launch: { transport: 'http', url: server.url } }))
      await engine.registry.use(all)
      await Promise.all([call(engine, 'echo'), call(engine, 'echo'), call(engine, 'echo')])
      await engine.close()
      expect(server.of('server/discover')).toHaveLength(discovers)
    }
    expect(server.of('initialize')).toHaveLength(2)
    expect(server.of('DELETE')).toHaveLength(2)
  })
})
