import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { ToolListChangedNotificationSchema } from '@modelcontextprotocol/sdk/types.js'
import { openWorld, textOf } from '#test/integration/scenarios/world'
import { patience } from '#test/support/patience'
import { startRemote } from '#test/servers/remote'
import { testServer } from '#test/support/testEngine'

const echo = { launch: testServer('echo') }
type Listed = { readonly name: string; readonly _meta?: Record<string, unknown> | undefined }
const serverOf = (tools: readonly Listed[], name: string) =>
  tools.find((tool) => tool.name === name)?._meta?.['switchboard/server']

describe('tools of the same name', () => {
  it('[R10] with naming override: the server later in position wins, whoever starts first, and a warning is logged', async () => {
    const { addProject, connect, engine, log } = await openWorld()
    const launch = testServer('echo')
    const slow = testServer('slowStart', '--delay', '500')
    const id = await addProject({ name: 'Work', naming: 'override' }, { early: { launch: slow }, late: { launch } })
    const client = await connect({ 'x-switchboard-project': id })
    const winner = async () => serverOf((await client.listTools()).tools, 'echo')
    expect(await winner()).toBe('late')
    await engine.registry.connection('early').settled()
    const { tools } = await client.listTools()
    expect(tools.filter(({ name }) => name === 'echo')).toHaveLength(1)
    expect(await winner()).toBe('late')
    expect(log.entries).toContainEqual({
      level: 'warn',
      message: 'several servers offer a tool of this name',
      fields: expect.objectContaining({ tool: 'echo' }) as unknown,
    })
    // Every tool stays reachable by its name with the server before it.
    const pidOf = (name: string) => textOf(client.callTool({ name }))
    expect(await pidOf('pid')).toBe(await pidOf('late__pid'))
    expect(await pidOf('early__pid')).not.toBe(await pidOf('late__pid'))
  })

  it('[R10] have the prefix of their project, and are called by it; the full name is always an alias', async () => {
    const { addProject, connect, engine } = await openWorld()
    const id = await addProject({ name: 'Work', prefix: '{tool}-at-{server}' }, { one: echo, two: echo })
    const client = await connect({ 'x-switchboard-project': id })
    await engine.registry.use({ kind: 'all' })
    const names = (await client.listTools()).tools.map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining(['echo-at-one', 'echo-at-two']))
    expect(new Set(names).size).toBe(names.length)
    expect(await textOf(client.callTool({ name: 'echo-at-two', arguments: { text: 'x' } }))).toBe('x')
    await engine.projects.update(id, { prefix: '{server}__{tool}' })
    expect((await client.listTools()).tools.map(({ name }) => name)).toContain('two__echo')
  })
})

describe('a client’s view', () => {
  it('[R18] of a group contains one tool with its members, and leaves out a different tool with that name, with the reason', async () => {
    const odd = await startRemote({ tools: [{ name: 'echo', inputSchema: { type: 'object', required: ['else'] } }] })
    onTestFinished(() => odd.close())
    const { connect, engine } = await openWorld({
      one: { ...echo, group: 'pool' },
      two: { ...echo, group: 'pool' },
      odd: { launch: { transport: 'http', url: odd.url }, group: 'pool' },
      alone: echo,
    })
    await engine.registry.use({ kind: 'all' })
    const client = await connect()
    const { tools } = await client.listTools()
    expect(tools.filter(({ _meta }) => _meta?.['switchboard/tool'] === 'echo')).toMatchObject([
      { name: 'pool__echo', _meta: { 'switchboard/server': 'pool', 'switchboard/members': ['one', 'two'] } },
      { name: 'alone__echo', _meta: { 'switchboard/server': 'alone' } },
    ])
    for (let number = 0; number < 6; number += 1) await client.callTool({ name: 'pool__echo', arguments: {} })
    expect(odd.of('tools/call')).toEqual([])
    expect(engine.registry.tools('odd').find(({ name }) => name === 'echo')).toMatchObject({
      publicName: null,
      quarantine: expect.stringContaining('pool') as string,
    })
  })

  it('[R10] [R13] of no project: the tools and resources of all; of one: nothing else', async () => {
    const { addProject, connect, engine } = await openWorld({ mine: { launch: testServer('entries') } })
    const id = await addProject({ name: 'Work' }, { theirs: { launch: testServer('entries') } })
    await engine.registry.use({ kind: 'all' })
    const owners = async (headers: Record<string, string>) => {
      const client = await connect(headers)
      const { tools } = await client.listTools()
      const { resources } = await client.listResources()
      return [
        [...new Set(tools.map(({ _meta }) => _meta?.['switchboard/server']))],
        [...new Set(resources.map(({ uri }) => new URL(uri).hostname))],
      ]
    }
    expect(await owners({})).toEqual([
      ['mine', 'theirs'],
      ['mine', 'theirs'],
    ])
    expect(await owners({ 'x-switchboard-project': id })).toEqual([['theirs'], ['theirs']])
  })

  it('[R12] of a server that is switched on: announced, listed and callable at once; switched off: gone at once', async () => {
    const { connect, engine } = await openWorld({ one: echo, two: { launch: testServer('modern'), enabled: false } })
    await engine.registry.use({ kind: 'all' })
    const client = await connect()
    let told = 0
    client.setNotificationHandler(ToolListChangedNotificationSchema, () => void (told += 1))
    const owners = async () =>
      new Set((await client.listTools()).tools.map(({ _meta }) => _meta?.['switchboard/server']))
    expect(await owners()).toEqual(new Set(['one']))
    await engine.servers.setEnabled('two', true)
    await vi.waitFor(() => expect(told).toBeGreaterThan(0), patience)
    await vi.waitFor(async () => expect(await owners()).toEqual(new Set(['one', 'two'])), patience)
    expect(await textOf(client.callTool({ name: 'two__echo', arguments: { text: 'there' } }))).toBe('there')
    const before = told
    await engine.servers.setEnabled('two', false)
    await expect(client.callTool({ name: 'two__echo' })).rejects.toMatchObject({ code: -32602 })
    await vi.waitFor(() => expect(told).toBeGreaterThan(before), patience)
    expect(await owners()).toEqual(new Set(['one']))
  })

  it('[R15] [R22] a change to any server reaches every client, and is in the next list', async () => {
    const { connect, engine } = await openWorld({ one: echo, two: { launch: testServer('modern') } })
    await engine.registry.use({ kind: 'all' })
    const clients = await Promise.all([connect(), connect(), connect()])
    for (const slug of ['one', 'two']) {
      const told = clients.map(
        (client) =>
          new Promise<void>((resolve) =>
            client.setNotificationHandler(ToolListChangedNotificationSchema, () => resolve()),
          ),
      )
      const [first] = clients
      await first?.callTool({ name: `${slug}__set_tools`, arguments: { names: ['echo', `fresh_${slug}`] } })
      await Promise.all(told)
      for (const client of clients)
        expect((await client.listTools()).tools.map(({ name }) => name)).toContain(`fresh_${slug}`)
    }
  })
})
