/** Prompts, resources, completions and subscriptions end to end: third-party clients, a real engine, real servers. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  PromptListChangedNotificationSchema,
  ResourceUpdatedNotificationSchema,
} from '@modelcontextprotocol/sdk/types.js'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Engine } from '#engine/createEngine'
import { connectAs, openDoor, openServers } from '#test/integration/gateway/engineDoor'
import {
  connectV1,
  connectV2,
  events,
  modernRequest,
  nextEvent,
  openSession,
  type Json,
} from '#test/support/mcpClients'
import { temporaryFolder } from '#test/support/temporaryFolder'
import { startTestEngine, testServer } from '#test/support/testEngine'

const program = join(import.meta.dirname, '../../../node_modules/@modelcontextprotocol/server-everything/dist/index.js')
const everything = { transport: 'stdio' as const, command: process.execPath, args: [program, 'stdio'] }
const entries = (era: string) => testServer('entries', '--era', era)
const watched = 'resource://one/test://watched-resource'

async function open(servers: Parameters<typeof openServers>[0]) {
  const opened = await openServers(servers)
  await opened.engine.registry.use({ kind: 'all' })
  return opened
}

async function called(engine: Engine, name: string, given: Json = {}, slug = 'one'): Promise<string> {
  const caller = { key: 'test', capabilities: {}, ask: null }
  const params = { name, arguments: given }
  const { content } = (await engine.router.callTool({ kind: 'server', slug }, { params, caller })) as {
    content: [{ text: string }]
  }
  return content[0].text
}

describe.each(['v1', 'legacy', 'modern'])('a client of kind %s, in front of a third-party server', (kind) => {
  it('[R10] [R14] gets prompts, reads resources and completes', async () => {
    const { url } = await open({ one: everything })
    const client = await connectAs(url, kind)
    const prompts = (await client.listPrompts()).prompts.map(({ name }) => name)
    expect(prompts).toContain('simple-prompt')
    expect((await client.getPrompt({ name: 'simple-prompt' })).messages).not.toEqual([])
    const [resource] = (await client.listResources()).resources
    const uri = resource?.uri ?? ''
    expect(uri).toMatch(/^resource:\/\/one\//)
    expect((await client.readResource({ uri })).contents).toMatchObject([{ uri }])
    expect((await client.listResourceTemplates()).resourceTemplates[0]?.uriTemplate).toMatch(/^resource:\/\/one\//)
    const ref = { type: 'ref/prompt' as const, name: 'completable-prompt' }
    const { completion } = await client.complete({ ref, argument: { name: 'department', value: 'E' } })
    expect(completion.values).toContain('Engineering')
  })

  it('[R13] gets nothing outside its address, and the error has the code of its era', async () => {
    const { url } = await open({ one: everything, two: entries('legacy') })
    const client = await connectAs(`${url}/s/two`, kind)
    expect((await client.listPrompts()).prompts.map(({ name }) => name)).not.toContain('simple-prompt')
    await expect(client.getPrompt({ name: 'simple-prompt' })).rejects.toMatchObject({ code: -32602 })
    const whole = await connectAs(url, kind)
    const uri = 'resource://nobody/demo://x'
    await expect(whole.getPrompt({ name: 'nonsense' })).rejects.toMatchObject({ code: -32602 })
    const code = kind === 'v1' ? -32002 : -32602
    await expect(whole.readResource({ uri })).rejects.toMatchObject({ code, data: { uri } })
  })
})

it('[R13] with a project, nothing outside it is listed or reached by any request', async () => {
  const { engine, url } = await open({ one: entries('legacy') })
  const file = join(await temporaryFolder(), 'servers.json')
  const { command, args } = entries('legacy')
  await writeFile(file, JSON.stringify({ mcpServers: { two: { command, args } } }))
  await engine.openConfigFile(file)
  await engine.registry.use({ kind: 'all' })
  const [project = ''] = engine.registry.get('two').projects
  const client = await connectV1(url, {}, { 'x-switchboard-project': project })
  onTestFinished(() => client.close())

  const uris = (await client.listResources()).resources.map(({ uri }) => uri)
  expect(uris.filter((uri) => !uri.startsWith('resource://two/'))).toEqual([])
  const { resourceTemplates } = await client.listResourceTemplates()
  expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual(['resource://two/test://template/{id}/data'])
  const { prompts } = await client.listPrompts()
  expect(new Set(prompts.map(({ _meta }) => _meta?.['switchboard/server']))).toEqual(new Set(['two']))
  const { tools } = await client.listTools()
  expect(new Set(tools.map(({ _meta }) => _meta?.['switchboard/server']))).toEqual(new Set(['two']))

  const uri = 'resource://one/test://static-text'
  const ref = { type: 'ref/prompt' as const, name: 'one__test_simple_prompt' }
  await expect(client.readResource({ uri })).rejects.toMatchObject({ code: -32002 })
  await expect(client.subscribeResource({ uri })).rejects.toMatchObject({ code: -32002 })
  await expect(client.getPrompt({ name: ref.name })).rejects.toMatchObject({ code: -32602 })
  await expect(client.complete({ ref, argument: { name: 'a', value: '' } })).rejects.toMatchObject({ code: -32602 })
  await expect(client.callTool({ name: 'one__echo' })).rejects.toMatchObject({ code: -32602 })
  expect(await client.callTool({ name: 'two__echo' })).toMatchObject({ content: [{ type: 'text' }] })
})

it('[R15] [R22] a prompt that a server gains is announced once, and nothing else is', async () => {
  const { engine, url } = await open({ one: entries('legacy') })
  const client = await connectV1(url)
  onTestFinished(() => client.close())
  const told = new Promise<void>((resolve) =>
    client.setNotificationHandler(PromptListChangedNotificationSchema, () => resolve()),
  )
  const left = new AbortController()
  const listening = modernRequest(1, 'subscriptions/listen', {
    notifications: { promptsListChanged: true, toolsListChanged: true, resourcesListChanged: true },
  })
  const stream = events(await fetch(url, { ...listening, signal: left.signal }))
  await nextEvent(stream)
  await called(engine, 'set_prompts', { names: ['brand_new'] })
  await told
  expect((await client.listPrompts()).prompts.map(({ name }) => name)).toEqual(['brand_new'])
  expect(await nextEvent(stream)).toMatchObject({ method: 'notifications/prompts/list_changed' })
  await called(engine, 'set_tools', { names: ['set_prompts'] })
  expect(await nextEvent(stream)).toMatchObject({ method: 'notifications/tools/list_changed' })
  left.abort()
})

describe.each(['legacy', 'modern'])('subscriptions at a server of the %s era', (era) => {
  it('[R22] updates reach exactly those who follow the resource, under the address they used', async () => {
    const { engine, url } = await open({ one: entries(era), two: entries(era) })
    const seen: Record<string, string[]> = { first: [], second: [], third: [] }
    const [first, second, third] = await Promise.all(
      Object.keys(seen).map(async (name) => {
        const client = await connectV1(name === 'second' ? `${url}/s/one` : url)
        onTestFinished(() => client.close())
        client.setNotificationHandler(
          ResourceUpdatedNotificationSchema,
          ({ params }) => void seen[name]?.push(params.uri),
        )
        return client
      }),
    )
    await first?.subscribeResource({ uri: watched })
    await second?.subscribeResource({ uri: 'test://watched-resource' })
    await third?.subscribeResource({ uri: 'resource://two/test://watched-resource' })
    const left = new AbortController()
    const notifications = { resourceSubscriptions: [watched, 'resource://nobody/x'] }
    const listening = modernRequest(7, 'subscriptions/listen', { notifications })
    const stream = events(await fetch(url, { ...listening, signal: left.signal }))
    expect(await nextEvent(stream)).toMatchObject({ params: { notifications: { resourceSubscriptions: [watched] } } })
    // One subscription at the server serves all three followers.
    expect(await called(engine, 'subscribed')).toBe('[["test://watched-resource",1]]')

    await called(engine, 'touch', { uri: 'test://watched-resource' })
    expect(await nextEvent(stream)).toMatchObject({
      method: 'notifications/resources/updated',
      params: { uri: watched, _meta: { 'io.modelcontextprotocol/subscriptionId': 7 } },
    })
    const original = 'test://watched-resource'
    await expect.poll(() => seen).toEqual({ first: [watched], second: [original], third: [] })
    // Messages to a client arrive in order, so a wrong one would arrive before the expected one.
    for (const slug of ['two', 'one', 'two']) {
      const before = Object.values(seen).flat().length
      await called(engine, 'touch', { uri: original }, slug)
      await expect.poll(() => Object.values(seen).flat().length).toBe(before + (slug === 'one' ? 2 : 1))
    }
    const ofTwo = `resource://two/${original}`
    expect(seen).toEqual({ first: [watched, watched], second: [original, original], third: [ofTwo, ofTwo] })

    await first?.unsubscribeResource({ uri: watched })
    await second?.unsubscribeResource({ uri: 'test://watched-resource' })
    expect(await called(engine, 'subscribed')).not.toBe('[]')
    left.abort()
    await expect.poll(() => called(engine, 'subscribed')).toBe('[]')
  })

  it('[R22] unsubscribing ends the subscription; a session that ends follows nothing', async () => {
    const { engine, url } = await open({ one: entries(era) })
    const [one, other] = [await openSession(url), await openSession(url)]
    for (const session of [one, other]) await session.request(1, 'resources/subscribe', { uri: watched })
    await one.request(2, 'resources/unsubscribe', { uri: watched })
    expect(JSON.parse(await called(engine, 'subscribed'))).toHaveLength(1)
    await fetch(url, { method: 'DELETE', headers: other.headers })
    await expect.poll(() => called(engine, 'subscribed')).toBe('[]')
  })

  it('[R22] a restarted server is subscribed again', async () => {
    const { engine, url } = await open({ one: entries(era) })
    const left = new AbortController()
    onTestFinished(() => left.abort())
    const session = await openSession(url)
    const stream = events(await session.openStream(left.signal))
    expect(await (await session.request(1, 'resources/subscribe', { uri: watched })).json()).toMatchObject({
      result: {},
    })
    await engine.registry.connection('one').restart()
    await engine.registry.use({ kind: 'all' })
    await expect.poll(() => called(engine, 'subscribed')).not.toBe('[]')
    await called(engine, 'touch', { uri: 'test://watched-resource' })
    expect(await nextEvent(stream)).toMatchObject({
      method: 'notifications/resources/updated',
      params: { uri: watched },
    })
  })
})

/** Catches a subscription that counts as a call under way. Switching its server off would then take 10 s. */
it('[R12] [R22] a modern server with a subscription stops at once, and is subscribed again when it is back', async () => {
  const { engine, url } = await open({ one: entries('modern') })
  const session = await openSession(url)
  await session.request(1, 'resources/subscribe', { uri: watched })
  await engine.servers.setEnabled('one', false)
  await expect.poll(() => engine.registry.get('one').state.kind, { timeout: 5_000 }).toBe('stopped')
  await engine.servers.setEnabled('one', true)
  await engine.registry.use({ kind: 'all' })
  await expect.poll(() => called(engine, 'subscribed')).not.toBe('[]')
})

it.each(['legacy', 'modern'] as const)(
  '[R22] the SDK of the second line, in the %s era, follows a resource of a third-party server',
  async (era) => {
    const { engine, url } = await open({ one: everything })
    const client = await connectV2(url, era)
    onTestFinished(() => client.close())
    const [uri = ''] = (await client.listResources()).resources.map((resource) => resource.uri)
    const told = new Promise<string>((resolve) =>
      client.setNotificationHandler('notifications/resources/updated', ({ params }) => resolve(params.uri)),
    )
    if (era === 'legacy') await client.subscribeResource({ uri })
    else {
      const subscription = await client.listen({ resourceSubscriptions: [uri] })
      expect(subscription.honoredFilter.resourceSubscriptions).toEqual([uri])
    }
    await called(engine, 'toggle-subscriber-updates')
    expect(await told).toBe(uri)
  },
)

it('[R22] an update while no stream was open is announced once, when one opens', async () => {
  const { engine, url } = await open({ one: entries('legacy') })
  const session = await openSession(url)
  await session.request(1, 'resources/subscribe', { uri: watched })
  for (let time = 0; time < 3; time += 1) await called(engine, 'touch', { uri: 'test://watched-resource' })
  const left = new AbortController()
  const stream = events(await session.openStream(left.signal))
  expect(await nextEvent(stream)).toMatchObject({ params: { uri: watched } })
  await called(engine, 'set_prompts', { names: [] })
  expect(await nextEvent(stream)).toMatchObject({ method: 'notifications/prompts/list_changed' })
  left.abort()
})

it('[R19] a client’s preferred labels select the group member, by header, session or request', async () => {
  const engine = await startTestEngine({
    plain: { launch: testServer('echo'), group: 'team' },
    gpu: { launch: testServer('echo'), group: 'team', labels: ['gpu', 'eu'] },
    other: { launch: testServer('echo'), group: 'team', labels: ['gpu'] },
  })
  await engine.registry.use({ kind: 'all' })
  const url = await openDoor(engine)
  const pidsOf = async (headers: Record<string, string>, meta?: Json): Promise<Set<string>> => {
    const client = await connectV1(url, {}, headers)
    onTestFinished(() => client.close())
    const pids = new Set<string>()
    for (let time = 0; time < 6; time += 1) {
      const { content } = await client.callTool({ name: 'pid', ...(meta && { _meta: meta }) })
      pids.add((content as [{ text: string }])[0].text)
    }
    return pids
  }
  const pidOf = (slug: string) => {
    const { state } = engine.registry.get(slug)
    return state.kind === 'ready' ? String(state.pid) : ''
  }
  expect((await pidsOf({})).size).toBe(3)
  expect(await pidsOf({ 'x-switchboard-prefer': 'gpu,eu' })).toEqual(new Set([pidOf('gpu')]))
  expect(await pidsOf({}, { 'switchboard/prefer': ['gpu'] })).toEqual(new Set([pidOf('gpu'), pidOf('other')]))
  expect((await pidsOf({ 'x-switchboard-prefer': 'nowhere' })).size).toBe(3)
  await engine.servers.setEnabled('gpu', false)
  expect((await pidsOf({ 'x-switchboard-prefer': 'gpu,eu' })).size).toBe(2)
})

it('a failed subscription leaves nothing behind, and says why', async () => {
  const { url } = await open({ one: testServer('echo') })
  const client = await connectV1(url)
  onTestFinished(() => client.close())
  await expect(client.subscribeResource({ uri: 'resource://one/test://x' })).rejects.toMatchObject({ code: -32601 })
  await expect(client.subscribeResource({ uri: 'resource://nobody/x' })).rejects.toMatchObject({
    code: -32002,
    data: { uri: 'resource://nobody/x' },
  })
})
