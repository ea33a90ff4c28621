/** The whole path: third-party clients, the endpoint, a real engine and real servers. */
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js'
import { ToolListChangedNotificationSchema } from '@modelcontextprotocol/sdk/types.js'
import { describe, expect, it, onTestFinished } from 'vitest'
import { connectAs, openServers } from '#test/integration/gateway/engineDoor'
import { connectV1, events, modernRequest, nextEvent, openSession, type Json } from '#test/support/mcpClients'
import { arrivalsOf } from '#test/support/sdkProgress'
import { testServer } from '#test/support/testEngine'

type AnyClient = Awaited<ReturnType<typeof connectAs>>

const namesOf = async (client: AnyClient) => (await client.listTools()).tools.map((tool) => tool.name)

describe.each([
  ['v1', 'echo'],
  ['legacy', 'modern'],
  ['modern', 'echo'],
  ['modern', 'modern'],
])('a client of kind %s and a server of kind %s', (kind, server) => {
  it('list, call and are refused as they would be by the server itself', async () => {
    const { url } = await openServers({ one: testServer(server) })
    const client = await connectAs(`${url}/s/one`, kind)
    expect((await namesOf(client)).slice(0, 3)).toEqual(['echo', 'add', 'slow'])
    const sum = await client.callTool({ name: 'add', arguments: { a: 20, b: 22 } })
    expect(sum).toMatchObject({ content: [{ type: 'text', text: '42' }] })
    expect(await client.callTool({ name: 'fail' })).toMatchObject({ isError: true })
    await expect(client.callTool({ name: 'rpcError' })).rejects.toMatchObject({
      code: -32050,
      data: { reason: 'asked to', depth: { kept: true } },
    })
  })

  it('carry progress to the call it belongs to', async () => {
    const { url } = await openServers({ one: testServer(server) })
    const client = await connectAs(`${url}/s/one`, kind)
    const arrivals = arrivalsOf(client)
    const options = { onprogress: () => undefined }
    const slow = (ms: number) => {
      const given = { name: 'slow', arguments: { ms } }
      return client instanceof ClientV1 ? client.callTool(given, undefined, options) : client.callTool(given, options)
    }
    await Promise.all([slow(50), slow(80)])
    const ofCalls = Map.groupBy(arrivals, ([id]) => Number(id))
    const inOrder = [...ofCalls].toSorted(([one], [other]) => one - other)
    const ten = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]
    expect(inOrder.map(([, messages]) => messages.map(([, message]) => message))).toEqual([
      [...ten, [{ type: 'text', text: 'slept 50 ms' }]],
      [...ten, [{ type: 'text', text: 'slept 80 ms' }]],
    ])
  })

  it('carry a result of 10 MB', async () => {
    const { url } = await openServers({ one: testServer(server) })
    const client = await connectAs(url, kind)
    const bytes = 10 * 1024 * 1024
    const { content } = (await client.callTool({ name: 'big', arguments: { bytes } })) as {
      content: { text: string }[]
    }
    expect(content[0]?.text).toHaveLength(bytes)
  })
})

describe('changes seen by a client', () => {
  it('[R12] a tool that is switched off: the client is notified, no longer lists it, and cannot call it', async () => {
    const { engine, url } = await openServers({ one: testServer('echo') })
    const client = await connectV1(url)
    onTestFinished(() => client.close())
    const told = new Promise<void>((resolve) =>
      client.setNotificationHandler(ToolListChangedNotificationSchema, () => resolve()),
    )
    expect(await namesOf(client)).toContain('echo')
    await engine.servers.setToolsEnabled('one', ['echo'], false)
    await told
    expect(await namesOf(client)).not.toContain('echo')
    await expect(client.callTool({ name: 'echo' })).rejects.toMatchObject({
      code: -32602,
      message: expect.stringContaining('Unknown tool: echo') as string,
    })
  })

  it('[R15] a server that changes its own tools: the client is notified and lists the new ones', async () => {
    const { url } = await openServers({ one: testServer('echo') })
    const client = await connectV1(url)
    onTestFinished(() => client.close())
    const told = new Promise<void>((resolve) =>
      client.setNotificationHandler(ToolListChangedNotificationSchema, () => resolve()),
    )
    await client.listTools()
    await client.callTool({ name: 'set_tools', arguments: { names: ['echo', 'brand_new'] } })
    await told
    expect(await namesOf(client)).toEqual(['set_tools', 'echo', 'brand_new'])
  })

  it('[R13] one server at its own address is listed under its own names', async () => {
    const { url } = await openServers({ one: testServer('echo'), two: testServer('echo') })
    expect(await namesOf(await connectAs(`${url}/s/two`, 'v1'))).toContain('echo')
    const all = await namesOf(await connectAs(url, 'modern'))
    expect(all).not.toContain('echo')
    expect(all.filter((name) => name.endsWith('echo'))).toHaveLength(2)
  })
})

describe('failures below the gateway', () => {
  it('[R21] a server that dies in a call: that call fails with a reason, at once', async () => {
    const { url } = await openServers({ one: testServer('echo') })
    const session = await openSession(url)
    const answer = await session.request(1, 'tools/call', { name: 'exit', arguments: { code: 3 } })
    expect(await answer.json()).toMatchObject({ id: 1, error: { code: 502, data: { code: 'SERVER_LOST' } } })
  })

  it('a cancelled call gets no answer, and the server continues with the next', async () => {
    const { url } = await openServers({ one: testServer('echo') })
    const session = await openSession(url)
    const params = { name: 'slow', arguments: { ms: 3_000 }, _meta: { progressToken: 1 } }
    const stream = events(await session.request(1, 'tools/call', params))
    expect(await nextEvent(stream)).toMatchObject({ method: 'notifications/progress', params: { progress: 1 } })
    await session.notify('notifications/cancelled', { requestId: 1 })
    for await (const event of stream) expect(event).not.toHaveProperty('id')
    const next = await session.request(3, 'tools/call', { name: 'echo', arguments: { text: 'still here' } })
    expect(await next.json()).toMatchObject({ result: { content: [{ text: 'still here' }] } })
  })

  it('results of every kind pass through both eras untouched', async () => {
    const { url } = await openServers({ one: testServer('echo') })
    const session = await openSession(url)
    const legacy = (await (await session.request(1, 'tools/call', { name: 'structured' })).json()) as { result: Json }
    const modern = (await (await fetch(url, modernRequest(1, 'tools/call', { name: 'structured' }))).json()) as {
      result: Json
    }
    expect(legacy.result).toMatchObject({
      content: [{ annotations: { 'x-vendor': 1 } }, { type: 'hologram', frames: [1, 2, 3] }],
      'x-vendor-result': { kept: true },
      _meta: { 'example.com/trace': 'abc' },
    })
    expect(modern.result['content']).toEqual(legacy.result['content'])
    expect(modern.result['x-vendor-result']).toEqual(legacy.result['x-vendor-result'])
  })
})
