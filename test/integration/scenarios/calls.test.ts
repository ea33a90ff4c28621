import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { caller, openWorld, pidOf, textOf } from '#test/integration/scenarios/world'
import { patience } from '#test/support/patience'
import { temporaryFolder } from '#test/support/temporaryFolder'
import { testServer } from '#test/support/testEngine'

const newFile = async () => join(await temporaryFolder(), 'calls')
const linesOf = async (file: string) => (await readFile(file, 'utf8')).split('\n').filter((line) => line !== '')

describe('a call', () => {
  it('[R16] of an unknown tool is an MCP error that names it', async () => {
    const { connect, engine } = await openWorld({ one: { launch: testServer('echo') } })
    await engine.registry.use({ kind: 'all' })
    const client = await connect()
    await expect(client.callTool({ name: 'nothing' })).rejects.toMatchObject({
      code: -32602,
      message: expect.stringContaining('Unknown tool: nothing') as string,
    })
  })

  it('[R16] to a server that is down is unavailable, at once and by name, with a line in the log', async () => {
    const { connect, engine, log } = await openWorld({ one: { launch: testServer('echo'), restart: 'never' } })
    await engine.registry.use({ kind: 'all' })
    const client = await connect()
    process.kill(pidOf(engine, 'one'), 'SIGKILL')
    await vi.waitFor(() => expect(engine.registry.get('one').state.kind).toBe('failed'), patience)
    await expect(client.callTool({ name: 'echo', arguments: { text: 'x' } })).rejects.toMatchObject({
      message: expect.stringMatching(/Unavailable: the server one failed: .*SIGKILL/) as string,
    })
    expect(log.entries).toContainEqual(
      expect.objectContaining({
        level: 'warn',
        message: 'no server is available for a call',
        fields: expect.objectContaining({ tool: 'echo' }) as unknown,
      }),
    )
  })

  it('[R17] waits in a queue when its server is at its limit; all calls are made, and never more than the limit at a time', async () => {
    const file = await newFile()
    await writeFile(file, '')
    const { connect, engine } = await openWorld({ one: { launch: testServer('counting', file), concurrency: 3 } })
    await engine.registry.use({ kind: 'all' })
    const clients = await Promise.all([connect(), connect(), connect()])
    const results = await Promise.all(
      clients.flatMap((client, place) =>
        Array.from({ length: 8 }, (_, number) =>
          textOf(client.callTool({ name: 'count', arguments: { name: `${place}-${number}`, ms: 40 } })),
        ),
      ),
    )
    expect(results).toEqual(
      clients.flatMap((_, place) => Array.from({ length: 8 }, (__, number) => `counted ${place}-${number}`)),
    )
    let running = 0
    let most = 0
    for (const line of await linesOf(file)) {
      running += line.startsWith('begin') ? 1 : -1
      most = Math.max(most, running)
    }
    expect({ most, running }).toEqual({ most: 3, running: 0 })
  })

  it('[R17] does not wait for calls from other clients to other servers', async () => {
    const { connect, engine } = await openWorld({
      slow: { launch: testServer('echo'), concurrency: 1 },
      quick: { launch: testServer('echo') },
    })
    await engine.registry.use({ kind: 'all' })
    const [busy, free] = await Promise.all([connect(), connect()])
    const waits = Array.from({ length: 3 }, () => busy.callTool({ name: 'slow__slow', arguments: { ms: 700 } }))
    let over = 0
    for (const wait of waits) void wait.then(() => (over += 1))
    for (let number = 0; number < 20; number++)
      expect(await textOf(free.callTool({ name: 'quick__echo', arguments: { text: `${number}` } }))).toBe(`${number}`)
    expect(over).toBeLessThan(3)
    await Promise.all(waits)
  })

  it('[R21] lost with its member is not made again; the member gets new ones when it is back', async () => {
    const file = await newFile()
    await writeFile(file, '')
    const member = { launch: testServer('counting', file), group: 'pool' }
    const { engine } = await openWorld({ a: member, b: member })
    await engine.registry.use({ kind: 'all' })
    const count = (name: string, ms = 0) =>
      textOf(engine.router.callTool({ kind: 'all' }, { params: { name: 'count', arguments: { name, ms } }, caller }))
    const calls = Promise.allSettled([count('first', 1_500), count('second', 1_500)])
    await vi.waitFor(async () => expect(await linesOf(file)).toHaveLength(2), patience)
    const before = pidOf(engine, 'a')
    process.kill(before, 'SIGKILL')
    const outcomes = await calls
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'SERVER_LOST' } })
    await vi.waitFor(() => expect(pidOf(engine, 'a')).not.toBe(before), patience)
    expect(await Promise.all(['new-1', 'new-2'].map((name) => count(name)))).toEqual(['counted new-1', 'counted new-2'])
    const begun = (await linesOf(file)).filter((line) => line.startsWith('begin'))
    expect(begun.sort()).toEqual(['begin first', 'begin new-1', 'begin new-2', 'begin second'])
  })
})
