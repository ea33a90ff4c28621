import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { newServer } from '#contract/servers/server'
import { createEngine, type Engine } from '#engine/createEngine'
import { startTestEngine, testServer } from '#test/support/testEngine'
import { testPorts } from '#test/support/testPorts'
import { pairedServer } from '#test/support/pairedServer'
import { temporaryFolder } from '#test/support/temporaryFolder'

const launch = (file: string) => {
  const { command, args } = testServer(file)
  return { command, args }
}

/** Replaces a file with a new one, as editors do. */
async function replaceFile(path: string, content: unknown): Promise<void> {
  await writeFile(`${path}.new`, typeof content === 'string' ? content : JSON.stringify(content))
  await rename(`${path}.new`, path)
}

async function until(engine: Engine, condition: () => boolean): Promise<void> {
  if (condition()) return
  await new Promise<void>((resolve) => {
    const stop = engine.registry.onViewsChanged(() => {
      if (!condition()) return
      stop()
      resolve()
    })
  })
}

const slugs = (engine: Engine) => engine.registry.list().map((server) => server.slug)

describe('a configuration file as a project', () => {
  it('runs its good servers, applies its edits, and keeps them running when an edit cannot be read', async () => {
    const path = join(await temporaryFolder(), 'mcp.json')
    await replaceFile(
      path,
      `{ "mcpServers": { /* ours */ "one": ${JSON.stringify(launch('echo'))}, "bad": { "args": 5 }, } }`,
    )
    const engine = await startTestEngine()
    await engine.openConfigFile(path)
    expect(slugs(engine)).toEqual(['one'])
    await engine.registry.use({ kind: 'all' })
    const { state: before } = engine.registry.get('one')

    await replaceFile(path, { mcpServers: { one: launch('echo'), two: launch('dual') } })
    await until(engine, () => slugs(engine).length === 2)
    expect(engine.registry.get('one').state).toEqual(before)

    await replaceFile(path, '{ "mcpServers": {')
    await replaceFile(path, { mcpServers: { two: launch('dual') } })
    await until(engine, () => slugs(engine).length === 1)
    expect(slugs(engine)).toEqual(['two'])
  })

  it('keeps toggles across an edit and a restart, and never stores values of the environment', async () => {
    const folder = await temporaryFolder()
    const path = join(await temporaryFolder(), 'mcp.json')
    const server = { ...launch('echo'), env: { API_KEY: 'plain-secret-value' } }
    await replaceFile(path, { mcpServers: { one: server } })
    const first = await createEngine(testPorts(folder))
    await first.openConfigFile(path)
    await first.servers.setToolsEnabled('one', ['echo'], false)
    await replaceFile(path, { mcpServers: { one: { ...server, description: 'edited' } } })
    await until(first, () => first.registry.get('one').description === 'edited')
    expect(first.registry.tools('one').find((tool) => tool.name === 'echo')?.enabled ?? false).toBe(false)
    await first.close()
    expect((await readFile(join(folder, 'kb.db'))).includes('plain-secret-value')).toBe(false)

    const second = await createEngine(testPorts(folder))
    try {
      expect(slugs(second)).toEqual([])
      await second.openConfigFile(path)
      await second.registry.use({ kind: 'all' })
      expect(second.registry.tools('one').find((tool) => tool.name === 'echo')).toMatchObject({ enabled: false })
    } finally {
      await second.close()
    }
  })

  it('[R3] a switch set by a person survives edits and restarts until the file changes it', async () => {
    const folder = await temporaryFolder()
    const path = join(await temporaryFolder(), 'mcp.json')
    const write = (more: object) => replaceFile(path, { mcpServers: { one: { ...launch('echo'), ...more } } })
    await write({})
    const first = await createEngine(testPorts(folder))
    await first.openConfigFile(path)
    await first.servers.setEnabled('one', false)
    await first.servers.setToolsEnabled('one', ['echo'], false)
    await write({ description: 'edited', disabledTools: ['slow'] })
    await until(first, () => first.registry.get('one').description === 'edited')
    expect(first.registry.get('one').enabled).toBe(false)
    expect([...pairedServer(first.registry, 'one').switchedOff].sort()).toEqual(['echo', 'slow'])
    await first.servers.setToolsEnabled('one', ['slow'], true)
    await first.close()

    const second = await createEngine(testPorts(folder))
    try {
      await second.openConfigFile(path)
      expect(second.registry.get('one').enabled).toBe(false)
      expect([...pairedServer(second.registry, 'one').switchedOff]).toEqual(['echo'])
      await write({ enabled: false, disabledTools: ['echo'] })
      await until(second, () => pairedServer(second.registry, 'one').row.fileSwitches?.enabled === false)
      await write({ enabled: true })
      await until(second, () => second.registry.get('one').enabled)
      expect([...pairedServer(second.registry, 'one').switchedOff]).toEqual([])
    } finally {
      await second.close()
    }
  })

  it('takes no servers from elsewhere and loses none, because the file decides which servers it has', async () => {
    const path = join(await temporaryFolder(), 'mcp.json')
    await replaceFile(path, { mcpServers: { one: launch('echo') } })
    const engine = await startTestEngine()
    await engine.openConfigFile(path)
    const [projectId] = engine.registry.get('one').projects
    const server = newServer.parse({ name: 'two', projectId, launch: testServer('echo') })
    await expect(engine.servers.add(server)).rejects.toMatchObject({ code: 'CONFLICT' })
    await expect(engine.servers.remove('one')).rejects.toMatchObject({ code: 'CONFLICT' })
    expect(slugs(engine)).toEqual(['one'])
  })

  it('a missing file is refused with its path', async () => {
    const engine = await startTestEngine()
    await expect(engine.openConfigFile('/nowhere/mcp.json')).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      message: expect.stringContaining('/nowhere/mcp.json') as string,
    })
  })
})
