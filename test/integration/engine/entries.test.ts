import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Engine } from '#engine/createEngine'
import type { Scope } from '#engine/registry/catalog/scope'
import type { Caller } from '#engine/router/call'
import { startTestEngine } from '#test/support/testEngine'

const all: Scope = { kind: 'all' }
const alone: Scope = { kind: 'server', slug: 'two' }
const caller: Caller = { key: 'test', capabilities: {}, ask: null }
const program = join(import.meta.dirname, '../../../node_modules/@modelcontextprotocol/server-everything/dist/index.js')
const everything = { launch: { transport: 'stdio' as const, command: process.execPath, args: [program, 'stdio'] } }

describe('prompts, resources and completions of two copies of a third-party server', () => {
  const start = async (): Promise<Engine> => {
    const engine = await startTestEngine({ one: everything, two: everything })
    await engine.registry.use(all)
    return engine
  }
  const ask = (
    engine: Engine,
    scope: Scope,
    method: 'prompts/get' | 'resources/read' | 'completion/complete',
    params: Record<string, unknown>,
  ) => engine.router.request(scope, method, { params, caller })

  it('[R10] prompts have unique names, and each request goes to its own server', async () => {
    const engine = await start()
    const names = engine.registry.view(all)?.prompts.list.entries.map((entry) => String(entry['name'])) ?? []
    expect(new Set(names).size).toBe(names.length)
    expect(names).toContain('two__simple-prompt')
    expect(await ask(engine, all, 'prompts/get', { name: 'two__simple-prompt' })).toHaveProperty('messages')
    expect(await ask(engine, alone, 'prompts/get', { name: 'simple-prompt' })).toHaveProperty('messages')
    // As with tools, the first server owns the bare name.
    expect(await ask(engine, all, 'prompts/get', { name: 'simple-prompt' })).toHaveProperty('messages')
    await expect(ask(engine, all, 'prompts/get', { name: 'nothing' })).rejects.toMatchObject({ code: 'UNKNOWN_PROMPT' })
  })

  it('[R14] resources have their server in the address, and reading one returns the same address', async () => {
    const engine = await start()
    const view = engine.registry.view(all)
    const [resource] = view?.resources.list.entries ?? []
    const uri = String(resource?.['uri'])
    expect(uri).toMatch(/^resource:\/\/one\//)
    const read = await ask(engine, all, 'resources/read', { uri })
    expect(read['contents']).toMatchObject([{ uri }])
    const original = uri.replace('resource://one/', '')
    expect((await ask(engine, alone, 'resources/read', { uri: original }))['contents']).toMatchObject([
      { uri: original },
    ])
    await expect(ask(engine, all, 'resources/read', { uri: 'demo://nobody' })).rejects.toMatchObject({
      code: 'UNKNOWN_RESOURCE',
    })
  })

  it('[R14] an address returned by a tool leads back to its server', async () => {
    const engine = await start()
    const result = await engine.router.callTool(all, {
      params: { name: 'two__get-resource-links', arguments: { count: 1 } },
      caller,
    })
    const link = (result['content'] as { type: string; uri?: string }[]).find((block) => block.type === 'resource_link')
    expect(link?.uri).toMatch(/^resource:\/\/two\//)
    expect(await ask(engine, all, 'resources/read', { uri: link?.uri })).toMatchObject({
      contents: [{ uri: link?.uri }],
    })
  })

  it('completions are answered by the server of the prompt', async () => {
    const engine = await start()
    const params = {
      ref: { type: 'ref/prompt', name: 'one__completable-prompt' },
      argument: { name: 'department', value: 'E' },
    }
    const { completion } = (await ask(engine, all, 'completion/complete', params)) as {
      completion: { values: string[] }
    }
    expect(completion.values).toContain('Engineering')
  })
})
