/** The gateway on channels that carry messages both ways: lines as on stdin and stdout, and the transport of 2024. */
import { Client as ClientV2 } from '@modelcontextprotocol/client'
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js'
import { SSEClientTransport } from '@modelcontextprotocol/sdk/client/sse.js'
import type { Transport as TransportV1 } from '@modelcontextprotocol/sdk/shared/transport.js'
import {
  CreateMessageRequestSchema,
  ResourceUpdatedNotificationSchema,
  ToolListChangedNotificationSchema,
} from '@modelcontextprotocol/sdk/types.js'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { AppError } from '#contract/errors'
import { maxJsonParts } from '#engine/policies/nesting'
import { openGateway, type GatewayHost } from '#test/integration/gateway/gatewayHost'
import {
  initializeParams,
  lineTransport,
  modernParams,
  openLines,
  rawLines,
} from '#test/integration/gateway/lineClients'
import { everything, homeProject, text } from '#test/integration/gateway/scriptedEngine'
import { allEvents, bothTypes, events, nextEvent } from '#test/support/mcpClients'
import { seenProgress } from '#test/support/sdkProgress'

let host: GatewayHost
const closers: (() => unknown)[] = []
beforeEach(async () => {
  host = await openGateway()
})
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
  await host.close()
})

const sseUrl = () => host.url.replace(/\/mcp$/, '/sse')

async function v1(transport: unknown, capabilities = {}): Promise<ClientV1> {
  const client = new ClientV1({ name: 'client of v1', version: '1.0.0' }, { capabilities })
  await client.connect(transport as TransportV1)
  closers.push(() => client.close())
  return client
}

async function v2(mode: 'auto' | 'legacy' | { pin: string }, options = {}): Promise<ClientV2> {
  const client = new ClientV2({ name: 'client of v2', version: '1' }, { ...options, versionNegotiation: { mode } })
  await client.connect(lineTransport(openLines(host.gateway)))
  closers.push(() => client.close())
  return client
}

function raw(project: string | null = null) {
  const stream = openLines(host.gateway, project)
  closers.push(() => stream.destroy())
  return rawLines(stream, stream)
}

async function rawSession(version = '2025-11-25', capabilities = {}) {
  const lines = raw()
  lines.request(0, 'initialize', initializeParams(version, capabilities))
  await lines.next()
  lines.say({ jsonrpc: '2.0', method: 'notifications/initialized' })
  return lines
}

const legacyChannels: [string, (capabilities?: object) => Promise<ClientV1>][] = [
  ['lines', (capabilities) => v1(lineTransport(openLines(host.gateway)), capabilities)],
  ['the transport of 2024', (capabilities) => v1(new SSEClientTransport(new URL(sseUrl())), capabilities)],
]

describe.each(legacyChannels)('a client of the legacy era on %s', (_name, connect) => {
  it('[R10] [R16] lists, calls, sees progress, and gets errors unchanged', async () => {
    host.engine.setTools(everything, ['git__log', 'echo'])
    const { seen, complete, onprogress } = seenProgress(1)
    host.engine.on('echo', async ({ params, onNotification }) => {
      const { progressToken } = params._meta ?? {}
      onNotification?.('notifications/progress', { progressToken, progress: 1, total: 2 })
      await complete
      return text(JSON.stringify(params.arguments))
    })
    host.engine.on('broken', () => {
      const data = { code: -32050, message: 'refused', data: { reason: ['x'] } }
      return Promise.reject(new AppError('SERVER_ERROR', 'x', { data }))
    })
    const client = await connect()
    expect(client.getServerVersion()).toMatchObject({ name: 'switchboard', version: '9.9.9' })
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(['git__log', 'echo'])
    const result = await client.callTool({ name: 'echo', arguments: { n: 'ü' } }, undefined, { onprogress })
    expect([result, seen]).toMatchObject([text('{"n":"ü"}'), [1]])
    await expect(client.callTool({ name: 'broken' })).rejects.toMatchObject({ code: -32050, data: { reason: ['x'] } })
    await expect(client.callTool({ name: 'none' })).rejects.toMatchObject({ code: -32602 })
  })

  it('cancels its call, and answers questions during one', async () => {
    const cancel = new AbortController()
    const cancelled = new Promise<void>((resolve) => {
      host.engine.on('hang', ({ signal }) => {
        signal.addEventListener('abort', () => resolve())
        setImmediate(() => cancel.abort('enough'))
        return new Promise(() => undefined)
      })
    })
    const question = { method: 'sampling/createMessage', params: { messages: [], maxTokens: 5 } }
    host.engine.on('asking', async ({ caller, signal }) => text(JSON.stringify(await caller.ask?.(question, signal))))
    const client = await connect({ sampling: {} })
    const answer = { model: 'm', role: 'assistant' as const, content: { type: 'text' as const, text: 'hello' } }
    client.setRequestHandler(CreateMessageRequestSchema, () => answer)
    await expect(client.callTool({ name: 'hang' }, undefined, { signal: cancel.signal })).rejects.toThrow('enough')
    await cancelled
    expect(await client.callTool({ name: 'asking' })).toMatchObject(text(JSON.stringify(answer)))
  })

  it('[R12] [R22] is notified of changed lists, and of the resources it follows', async () => {
    const client = await connect()
    const toldOfTools = new Promise<void>((resolve) => {
      client.setNotificationHandler(ToolListChangedNotificationSchema, () => resolve())
    })
    const toldOfResource = new Promise<string>((resolve) => {
      client.setNotificationHandler(ResourceUpdatedNotificationSchema, ({ params }) => resolve(params.uri))
    })
    await client.listTools()
    host.engine.setTools(everything, ['echo', 'new'])
    host.clock.advance(50)
    await toldOfTools
    expect((await client.listTools()).tools).toHaveLength(2)
    await client.subscribeResource({ uri: 'resource://git/a' })
    host.engine.update('resource://git/a')
    expect(await toldOfResource).toBe('resource://git/a')
    await client.unsubscribeResource({ uri: 'resource://git/a' })
    expect(host.engine.followed.size).toBe(0)
  })

  it('leaves nothing behind: its calls are cancelled, and its subscriptions end', async () => {
    const cancelled = new Promise<void>((resolve) => {
      host.engine.on('hang', ({ signal }) => {
        signal.addEventListener('abort', () => resolve())
        return new Promise(() => undefined)
      })
    })
    const client = await connect()
    await client.subscribeResource({ uri: 'resource://git/a' })
    const call = client.callTool({ name: 'hang' }).catch(() => undefined)
    await client.ping()
    expect(host.gateway.inUse().clients).toBe(1)
    await client.close()
    await cancelled
    await call
    expect(host.engine.followed.size).toBe(0)
    expect(host.gateway.inUse()).toMatchObject({ clients: 0, underWay: 0 })
  })
})

// The SDK's clients lose progress that comes right before an answer, so they can show neither that it came nor its
// order.
it.each([
  ['legacy', { _meta: { progressToken: 'p' } }],
  ['modern', modernParams({}, { progressToken: 'p' })],
])('progress sent right before an answer arrives before it, in the %s era', async (era, params) => {
  host.engine.on('echo', ({ onNotification }) => {
    for (const progress of [1, 2]) onNotification?.('notifications/progress', { progressToken: 'p', progress })
    return text('done')
  })
  const client = era === 'legacy' ? await rawSession() : raw()
  client.request(1, 'tools/call', { ...params, name: 'echo' })
  for (const progress of [1, 2]) expect(await client.next()).toMatchObject({ params: { progressToken: 'p', progress } })
  expect(await client.next()).toMatchObject({ id: 1, result: text('done') })
})

describe('a client of the modern era on lines', () => {
  it('is recognised by its first request, lists, calls, sees progress, and cancels its call', async () => {
    const { seen, complete, onprogress } = seenProgress(1)
    host.engine.on('echo', async ({ params, onNotification }) => {
      const { progressToken } = params._meta ?? {}
      if (progressToken === undefined) return text('done')
      onNotification?.('notifications/progress', { progressToken, progress: 1 })
      await complete
      return text('done')
    })
    const cancel = new AbortController()
    host.engine.on('hang', () => {
      setImmediate(() => cancel.abort('enough'))
      return new Promise(() => undefined)
    })
    const client = await v2('auto')
    expect(client.getProtocolEra()).toBe('modern')
    expect((await client.listTools()).tools).toHaveLength(1)
    expect(await client.callTool({ name: 'echo' }, { onprogress })).toMatchObject(text('done'))
    expect(seen).toEqual([1])
    await expect(client.callTool({ name: 'hang' }, { signal: cancel.signal })).rejects.toThrow('enough')
    expect(await client.callTool({ name: 'echo' })).toMatchObject(text('done'))
  })

  it('[R12] is notified of changed lists through its subscription', async () => {
    let tell = (_names: string[]): void => undefined
    const told = new Promise<string[]>((resolve) => (tell = resolve))
    const onChanged = (_error: unknown, tools: { name: string }[] | null) => tell((tools ?? []).map(({ name }) => name))
    await v2({ pin: '2026-07-28' }, { listChanged: { tools: { onChanged, autoRefresh: true, debounceMs: 0 } } })
    host.engine.setTools(everything, ['echo', 'new'])
    host.clock.advance(50)
    expect(await told).toEqual(['echo', 'new'])
  })

  it('ends its subscription by cancelling it, gets no answer, and can use the id again', async () => {
    const client = raw()
    const filter = { notifications: { toolsListChanged: true } }
    client.request('l', 'subscriptions/listen', modernParams(filter))
    expect(await client.next()).toMatchObject({ method: 'notifications/subscriptions/acknowledged' })
    client.request('l', 'subscriptions/listen', modernParams(filter))
    expect(await client.next()).toMatchObject({ id: 'l', error: { code: -32600 } })
    client.say({ jsonrpc: '2.0', method: 'notifications/cancelled', params: modernParams({ requestId: 'l' }) })
    client.request('l', 'subscriptions/listen', modernParams(filter))
    expect(await client.next()).toMatchObject({ method: 'notifications/subscriptions/acknowledged' })
    host.engine.setTools(everything, ['other'])
    host.clock.advance(50)
    expect(await client.next()).toMatchObject({
      method: 'notifications/tools/list_changed',
      params: { _meta: { 'io.modelcontextprotocol/subscriptionId': 'l' } },
    })
  })

  it('a request that lacks a required field, or has an unknown version, is refused with the reason', async () => {
    const client = raw()
    const version = { 'io.modelcontextprotocol/protocolVersion': '2099-01-01' }
    client.request(1, 'server/discover', modernParams({}, version))
    expect(await client.next()).toMatchObject({ id: 1, error: { code: -32022, data: { supported: ['2026-07-28'] } } })
    client.request(2, 'tools/list', { _meta: { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' } })
    expect(await client.next()).toMatchObject({ id: 2, error: { code: -32602 } })
  })
})

// Calls under way when a client initialized again once got no answer at all. A bridge then waited for them after its
// client had gone, and so did an engine that wanted to leave.
it('a client that initializes again is told once of each call that this ends', async () => {
  host.engine.on('hang', ({ signal }) => {
    return new Promise((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(new AppError('CALL_CANCELLED', 'taken back')))
    })
  })
  const client = await rawSession()
  client.request('taken back', 'tools/call', { name: 'hang' })
  client.request('awaited', 'tools/call', { name: 'hang' })
  client.say({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 'taken back' } })
  client.request('hello', 'initialize', initializeParams())
  expect(await client.next()).toMatchObject({ id: 'awaited', error: { code: 499, data: { code: 'CALL_CANCELLED' } } })
  expect(await client.next()).toMatchObject({ id: 'hello', result: {} })
  client.request('last', 'ping')
  expect(await client.next()).toMatchObject({ id: 'last', result: {} })
  expect(host.gateway.inUse().underWay).toBe(0)
})

describe('lines that are not requests', () => {
  it('are refused with the fitting error, and the next line is served', async () => {
    const client = raw()
    client.say('this is no JSON')
    expect(await client.next()).toEqual({ jsonrpc: '2.0', error: expect.objectContaining({ code: -32700 }) as unknown })
    client.say('['.repeat(5_000) + ']'.repeat(5_000))
    expect(await client.next()).toMatchObject({ error: { code: -32700 } })
    client.say({ id: 1, method: 'ping' })
    expect(await client.next()).toMatchObject({ id: 1, error: { code: -32600 } })
    client.request(2, 'tools/list')
    expect(await client.next()).toMatchObject({
      id: 2,
      error: { message: expect.stringContaining('initialize') as string },
    })
    client.request(3, 'ping')
    expect(await client.next()).toEqual({ jsonrpc: '2.0', id: 3, result: {} })
  })

  it('a line that is too long is refused, and affects no other client', async () => {
    await host.close()
    host = await openGateway({ bodyBytes: 1_000 })
    const client = raw()
    client.say(`"${'x'.repeat(2_000)}"`)
    expect(await client.next()).toMatchObject({ error: { code: -32700 } })
    client.request(3, 'ping')
    expect(await client.next()).toMatchObject({ id: 3 })
  })

  it('a batch gets one answer in the only version that has batches', async () => {
    const batch = [1, 2].map((id) => ({ jsonrpc: '2.0', id, method: 'ping' }))
    const old = await rawSession('2025-03-26')
    old.say([...batch, { jsonrpc: '2.0', method: 'notifications/initialized' }])
    expect(await old.next()).toEqual([1, 2].map((id) => ({ jsonrpc: '2.0', id, result: {} })))
    const other = await rawSession()
    other.say(batch)
    // Each request is refused by its id. A client would wait for ever for a missing answer.
    for (const id of [1, 2]) expect(await other.next()).toMatchObject({ id, error: { code: -32600 } })
    other.say([])
    expect(await other.next()).toEqual({ jsonrpc: '2.0', error: expect.objectContaining({ code: -32600 }) as unknown })
  })

  it('a line with too many parts is refused, as over HTTP, because parsing it would make all other clients wait', async () => {
    const client = raw()
    client.say(`[${'{},'.repeat(maxJsonParts)}{}]`)
    expect(await client.next()).toMatchObject({
      error: { message: expect.stringContaining('too many parts') as string },
    })
  })

  it('an address that cannot be encoded is invalid input, not an internal fault', async () => {
    const client = await rawSession()
    client.request(2, 'resources/unsubscribe', { uri: { toString: 1, valueOf: null } })
    expect(await client.next()).toMatchObject({ id: 2, error: { code: -32602 } })
  })
})

it('[R13] a stream of lines can be bound to one project, which has to exist', async () => {
  host.engine.setTools(homeProject, ['home_tool'])
  const client = raw('home')
  client.request(1, 'tools/list', modernParams())
  expect(await client.next()).toMatchObject({ result: { tools: [{ name: 'home_tool' }] } })
  expect(() => host.gateway.acceptLines({ project: 'nobody', client: null })).toThrow('Project nobody does not exist.')
})

// A bridge may move its client to another engine. A late answer to a question from the first engine must not answer a
// question from the second.
it('questions to clients on different streams never have the same id', async () => {
  host.engine.on('asking', async ({ caller, signal }) => {
    await caller.ask?.({ method: 'roots/list', params: {} }, signal)
    return text('asked')
  })
  const ids = []
  for (let round = 0; round < 2; round += 1) {
    const client = await rawSession('2025-11-25', { roots: {} })
    client.request(1, 'tools/call', { name: 'asking' })
    ids.push((await client.next())['id'])
  }
  expect(new Set(ids).size).toBe(2)
})

describe('the transport of 2024', () => {
  const message = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' })

  async function opened(path = '') {
    const response = await fetch(`${sseUrl()}${path}`, { headers: { accept: 'text/event-stream' } })
    const stream = events(response)
    return { response, address: /data: (.*)/.exec(await firstBlock(response))?.[1] ?? '', stream }
  }

  async function firstBlock(response: Response): Promise<string> {
    const reader = response.body?.getReader()
    const { value } = (await reader?.read()) ?? {}
    reader?.releaseLock()
    return new TextDecoder().decode(value as Uint8Array)
  }

  const post = (address: string, body: string, headers = {}) =>
    fetch(new URL(address, host.url), { method: 'POST', headers: { ...bothTypes, ...headers }, body })

  it('accepts messages only for its own sessions, at the address where they were opened', async () => {
    host.engine.setTools(homeProject, ['home_tool'])
    const { address, response } = await opened('/p/home')
    expect(address).toMatch(/^\/sse\/p\/home\?session=/)
    const session = address.split('?')[1] ?? ''
    expect((await post(address, message)).status).toBe(202)
    expect((await post(`/sse?${session}`, message)).status).toBe(404)
    expect((await post('/sse?session=guessed', message)).status).toBe(404)
    expect((await post(address, '{', {})).status).toBe(400)
    expect((await post(address, message, { 'content-type': 'text/plain' })).status).toBe(415)
    expect((await fetch(sseUrl(), { method: 'DELETE' })).status).toBe(405)
    expect((await fetch(`${sseUrl()}/p/none`, { headers: { accept: 'text/event-stream' } })).status).toBe(404)
    expect((await fetch(sseUrl(), { headers: { accept: 'application/json' } })).status).toBe(406)
    await response.body?.cancel()
  })

  it('keeps a silent stream alive', async () => {
    const { stream } = await opened()
    for (let tick = 0; tick < 3; tick += 1) host.clock.advance(5_000)
    expect(await nextEvent(stream)).toBe(': keep-alive')
    await stream.return(undefined)
  })

  it('accepts nothing for a session that has ended', async () => {
    const { address, response } = await opened()
    host.gateway.close()
    await response.body?.cancel()
    expect((await post(address, message)).status).toBe(503)
    expect(await allEvents(new Response(''))).toEqual([])
  })
})
