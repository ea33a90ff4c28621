import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Scope } from '#engine/registry/catalog/scope'
import { systemClock } from '#engine/clock'
import { startTestEngine, testServer } from '#test/support/testEngine'
import { temporaryFolder } from '#test/support/temporaryFolder'

const all: Scope = { kind: 'all' }

describe('handshake with real servers', () => {
  it.each([
    ['echo', 'legacy', '2025-11-25'],
    ['oldVersion', 'legacy', '2024-11-05'],
    ['modern', 'modern', '2026-07-28'],
    ['dual', 'legacy', '2025-11-25'],
    ['noisy', 'legacy', '2025-11-25'],
  ])('%s is used in its own era (%s)', async (file, era, protocolVersion) => {
    const engine = await startTestEngine({ one: { launch: testServer(file) } })
    await engine.registry.use(all)
    expect(engine.registry.get('one').state).toMatchObject({ kind: 'ready', era, protocolVersion })
  })

  it('a server that exits when it is probed is legacy, and the exit does not count as a failure', async () => {
    const file = join(await temporaryFolder(), 'fragile.mjs')
    await writeFile(
      file,
      `import { createInterface } from 'node:readline'
       for await (const line of createInterface({ input: process.stdin })) {
         const { id, method } = JSON.parse(line)
         if (method === 'server/discover') process.exit(1)
         if (method === 'initialize') console.log(JSON.stringify({ jsonrpc: '2.0', id, result: { protocolVersion: '2025-06-18', capabilities: { tools: {} }, serverInfo: { name: 'fragile', version: '1' } } }))
         if (method === 'tools/list') console.log(JSON.stringify({ jsonrpc: '2.0', id, result: { tools: [] } }))
       }`,
    )
    const engine = await startTestEngine({
      one: { launch: { transport: 'stdio', command: process.execPath, args: [file] } },
    })
    await engine.registry.use(all)
    expect(engine.registry.get('one')).toMatchObject({ state: { kind: 'ready', era: 'legacy' }, restarts: 0 })
  })

  it('[R5] a server that says that it is modern, and then exits at `initialize`, is treated as modern', async () => {
    const file = join(await temporaryFolder(), 'fragile.mjs')
    await writeFile(
      file,
      `import { createInterface } from 'node:readline'
       const say = (id, result) => console.log(JSON.stringify({ jsonrpc: '2.0', id, result: { resultType: 'complete', ttlMs: 0, cacheScope: 'private', ...result } }))
       for await (const line of createInterface({ input: process.stdin })) {
         const { id, method } = JSON.parse(line)
         if (method === 'initialize') process.exit(1)
         if (method === 'server/discover') say(id, { supportedVersions: ['2026-07-28'], capabilities: { tools: {} } })
         if (method === 'tools/list') say(id, { tools: [] })
       }`,
    )
    const engine = await startTestEngine({
      one: { launch: { transport: 'stdio', command: process.execPath, args: [file] } },
    })
    await engine.registry.use(all)
    expect(engine.registry.get('one')).toMatchObject({ state: { kind: 'ready', era: 'modern' }, restarts: 0 })
  })

  it('a server that is silent at first is not abandoned: the first valid answer decides', async () => {
    const engine = await startTestEngine(
      { one: { launch: testServer('slowStart', '--delay', '300') } },
      {
        clock: {
          ...systemClock,
          after: (delayMs, callback) => systemClock.after(delayMs === 5_000 ? 50 : delayMs, callback),
        },
      },
    )
    await engine.registry.use(all)
    expect(engine.registry.get('one').state).toMatchObject({ kind: 'ready' })
  })

  it('a server that never answers fails at its time limit, with the reason, and delays no other server', async () => {
    const budgets = new Set<() => void>()
    const engine = await startTestEngine(
      { mute: { launch: testServer('mute') }, one: { launch: testServer('echo') } },
      {
        clock: {
          ...systemClock,
          after(delayMs, callback) {
            if (delayMs !== 60_000) return systemClock.after(delayMs, callback)
            budgets.add(callback)
            return { cancel: () => budgets.delete(callback) }
          },
        },
      },
    )
    await engine.registry.connection('one').settled()
    // The tool is listed under its full name, because the server that has not listed yet might also have a tool called
    // `echo`.
    expect(engine.registry.view(all)?.tools.map((tool) => tool.name)).toContain('one__echo')
    // The time limits are reached only now. The other server did not wait for them, because each server has its own
    // process.
    for (const end of budgets) end()
    await engine.registry.connection('mute').settled()
    expect(engine.registry.get('mute').state).toMatchObject({
      kind: 'backingOff',
      error: {
        code: 'HANDSHAKE_FAILED',
        message: expect.stringContaining('did not answer the MCP handshake') as string,
      },
    })
  })

  it('a server that dies reports why, in the message that everyone sees', async () => {
    const engine = await startTestEngine({ one: { launch: testServer('crashing') } })
    await engine.registry.connection('one').settled()
    expect(engine.registry.get('one').state).toMatchObject({
      kind: 'backingOff',
      error: {
        message:
          'The server exited with code 3 before it was ready. It printed last: crashing: cannot open the configuration',
      },
    })
  })
})
