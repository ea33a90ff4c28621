/** The modern era, message by message. Nothing is remembered between requests. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { AppError } from '#contract/errors'
import { openGateway, type GatewayHost } from '#test/integration/gateway/gatewayHost'
import { everything, gitServer, text, type ScriptedCall } from '#test/integration/gateway/scriptedEngine'
import { allEvents, events, modernRequest, nextEvent, type Json } from '#test/support/mcpClients'

let host: GatewayHost
beforeEach(async () => {
  host = await openGateway({ subscriptions: 3 })
})
afterEach(() => host.close())

const serverInfo = { name: 'switchboard', title: 'Switchboard', version: '9.9.9' }
const send = (...parts: Parameters<typeof modernRequest>) => fetch(host.url, modernRequest(...parts))
const listen = (id: number, notifications: unknown, signal?: AbortSignal) =>
  fetch(host.url, { ...modernRequest(id, 'subscriptions/listen', { notifications }), ...(signal && { signal }) })
const tagged = (id: number) => ({ 'io.modelcontextprotocol/subscriptionId': id })

describe('requests', () => {
  it('server/discover returns our name and abilities', async () => {
    expect(await (await send(1, 'server/discover')).json()).toMatchObject({
      id: 1,
      result: {
        resultType: 'complete',
        supportedVersions: ['2026-07-28'],
        capabilities: { tools: { listChanged: true } },
        cacheScope: 'private',
        _meta: { 'io.modelcontextprotocol/serverInfo': serverInfo },
      },
    })
  })

  it('a list says how long it is valid, and for whom', async () => {
    expect(await (await send(1, 'tools/list')).json()).toEqual({
      jsonrpc: '2.0',
      id: 1,
      result: {
        tools: [{ name: 'echo', description: 'echo', inputSchema: { type: 'object' }, 'x-vendor': 1 }],
        resultType: 'complete',
        ttlMs: 0,
        cacheScope: 'private',
        _meta: { 'io.modelcontextprotocol/serverInfo': serverInfo },
      },
    })
  })

  it.each<[string, Json, Json]>([
    ['gets its type', { content: [], 'x-vendor': 1 }, { resultType: 'complete', content: [], 'x-vendor': 1 }],
    ['is empty', {}, { resultType: 'complete' }],
    ['keeps its own type', { resultType: 'task', taskId: 1 }, { resultType: 'task', taskId: 1 }],
  ])('a result that %s', async (_title, result, expected) => {
    host.engine.on('echo', () => result)
    expect(await (await send(1, 'tools/call', { name: 'echo' })).json()).toEqual({
      jsonrpc: '2.0',
      id: 1,
      result: expected,
    })
  })

  it.each(['initialize', 'ping', 'logging/setLevel', 'resources/subscribe', 'tools/nonsense'])(
    '%s is 404',
    async (method) => {
      const answer = await send('x', method)
      expect(answer.status).toBe(404)
      expect(await answer.json()).toMatchObject({ id: 'x', error: { code: -32601 } })
    },
  )

  it('a request whose headers contradict its body is refused before anything is called', async () => {
    const request = modernRequest(1, 'tools/call', { name: 'echo' })
    const headers = { ...(request.headers as Record<string, string>), 'mcp-name': 'other' }
    const answer = await fetch(host.url, { ...request, headers })
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({ id: 1, error: { code: -32020 } })
    expect(host.engine.calls).toEqual([])
  })

  it('a session id has no meaning in this era', async () => {
    const request = modernRequest(1, 'tools/list')
    const headers = { ...(request.headers as Record<string, string>), 'mcp-session-id': 'whatever' }
    const answer = await fetch(host.url, { ...request, headers })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('mcp-session-id')).toBeNull()
  })

  it.each<[string, unknown, number]>([
    [
      'a notification is accepted',
      { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } },
      202,
    ],
    ['an answer is refused', { jsonrpc: '2.0', id: 1, result: {} }, 400],
    ['a batch is refused', [{ jsonrpc: '2.0', id: 1, method: 'tools/list' }], 400],
  ])('%s', async (_title, body, status) => {
    const answer = await fetch(host.url, { ...modernRequest(1, 'tools/list'), body: JSON.stringify(body) })
    expect(answer.status).toBe(status)
  })

  it('the caller is the client that the request names', async () => {
    host.engine.on('echo', () => text('done'))
    const capabilities = { elicitation: { form: {} } }
    await send(1, 'tools/call', { name: 'echo' }, { 'io.modelcontextprotocol/clientCapabilities': capabilities })
    expect(host.engine.calls[0]?.caller).toEqual({
      key: 'client raw',
      capabilities,
      ask: expect.any(Function) as unknown,
      takesInputRequired: true,
      identity: { kind: 'client', name: 'raw', version: '1', hasSession: false },
    })
  })

  it.each([{ toString: 1, valueOf: 1 }, null, 7, 'x'.repeat(5000)])(
    'a client that calls itself %j is still served',
    async (name) => {
      host.engine.on('echo', () => text('done'))
      const meta = { 'io.modelcontextprotocol/clientInfo': { name, version: { toString: null } } }
      expect((await send(1, 'tools/call', { name: 'echo' }, meta)).status).toBe(200)
      expect(host.engine.calls[0]?.caller.key.length).toBeLessThan(200)
    },
  )

  it.each<[string, Json, number]>([
    ['an unknown tool', { code: -32602, message: 'Unknown tool: echo' }, 200],
    ['an error from the server', { code: -32050, message: 'no', data: 1 }, 200],
    ['a missing capability', { code: -32021, message: 'no', data: { requiredCapabilities: { sampling: {} } } }, 400],
  ])('%s has its status', async (_title, error, status) => {
    if (error['code'] !== -32602) host.engine.on('echo', () => Promise.reject(serverError(error)))
    const answer = await send(1, 'tools/call', { name: 'echo' })
    expect(answer.status).toBe(status)
    expect(await answer.json()).toEqual({ jsonrpc: '2.0', id: 1, error })
  })

  it.each<[string, string | undefined, string[]]>([
    ['none unless it asks', undefined, []],
    ['those it asks for', 'warning', ['error']],
    ['none for an unknown level', 'loud', []],
  ])('log messages: %s', async (_title, level, expected) => {
    host.engine.on('echo', (call) => {
      call.onNotification?.('notifications/progress', { progressToken: 1, progress: 1 })
      for (const name of ['info', 'error']) call.onNotification?.('notifications/message', { level: name, data: '' })
      return text('done')
    })
    const meta = level === undefined ? {} : { 'io.modelcontextprotocol/logLevel': level }
    const all = (await allEvents(await send(1, 'tools/call', { name: 'echo' }, meta))) as { params?: Json }[]
    expect(all.map(({ params }) => params?.['level']).filter((name) => name !== undefined)).toEqual(expected)
  })

  it('leaving the stream cancels the call', async () => {
    const leave = new AbortController()
    const cancelled = cancellation((call) =>
      call.onNotification?.('notifications/progress', { progressToken: 1, progress: 1 }),
    )
    const answer = await fetch(host.url, { ...modernRequest(1, 'tools/call', { name: 'echo' }), signal: leave.signal })
    await nextEvent(events(answer))
    leave.abort()
    expect(await cancelled).toBe('cancelled')
  })

  it('leaving before the stream opens also cancels the call', async () => {
    const leave = new AbortController()
    const cancelled = cancellation(() => setImmediate(() => leave.abort()))
    const answer = fetch(host.url, { ...modernRequest(1, 'tools/call', { name: 'echo' }), signal: leave.signal })
    await expect(answer).rejects.toThrow('aborted')
    expect(await cancelled).toBe('cancelled')
  })

  it('two requests with one id do not interfere', async () => {
    host.engine.on('echo', ({ params }) => text(JSON.stringify(params.arguments)))
    const answers = await Promise.all(
      ['a', 'b'].map(async (name) => await (await send(1, 'tools/call', { name: 'echo', arguments: { name } })).json()),
    )
    expect(answers).toMatchObject([{ result: text('{"name":"a"}') }, { result: text('{"name":"b"}') }])
  })
})

describe('subscriptions', () => {
  const acknowledged = (id: number, notifications: Json) => ({
    jsonrpc: '2.0',
    method: 'notifications/subscriptions/acknowledged',
    params: { _meta: tagged(id), notifications },
  })
  const changed = (id: number) => ({
    jsonrpc: '2.0',
    method: 'notifications/tools/list_changed',
    params: { _meta: tagged(id) },
  })

  it('acknowledges what it supports, then announces each real change once, and ends with a result', async () => {
    const response = await listen(7, { toolsListChanged: true, promptsListChanged: true })
    expect(response.headers.get('x-accel-buffering')).toBe('no')
    const stream = events(response)
    expect(await nextEvent(stream)).toEqual(acknowledged(7, { toolsListChanged: true, promptsListChanged: true }))
    host.engine.setTools(everything, ['a'])
    host.engine.setTools(everything, ['a', 'b'])
    host.clock.advance(50)
    expect(await nextEvent(stream)).toEqual(changed(7))
    host.engine.setTools(everything, ['c'])
    host.engine.setTools(everything, ['a', 'b'])
    host.engine.setTools(gitServer, ['other'])
    host.clock.advance(1000)
    host.gateway.close()
    expect(await nextEvent(stream)).toMatchObject({ id: 7, result: { resultType: 'complete', _meta: tagged(7) } })
    expect(await nextEvent(stream)).toBeUndefined()
  })

  it('announces nothing that was not requested', async () => {
    const stream = events(await listen(1, { promptsListChanged: true }))
    expect(await nextEvent(stream)).toEqual(acknowledged(1, { promptsListChanged: true }))
    host.engine.setTools(everything, ['a'])
    host.clock.advance(1000)
    host.gateway.close()
    expect(await nextEvent(stream)).toMatchObject({ id: 1, result: {} })
  })

  it('is kept alive by comments', async () => {
    const stream = events(await listen(1, { toolsListChanged: true }))
    await nextEvent(stream)
    host.clock.advance(15_000)
    expect(await nextEvent(stream)).toBe(': keep-alive')
  })

  it('ends when its address no longer exists', async () => {
    const stream = events(await listen(1, { toolsListChanged: true }))
    await nextEvent(stream)
    host.engine.setTools(everything, null)
    host.clock.advance(50)
    expect(await nextEvent(stream)).toMatchObject({ id: 1, result: { _meta: tagged(1) } })
    expect(await nextEvent(stream)).toBeUndefined()
  })

  it.each([undefined, null, 'tools', []])('a filter of %j is invalid input', async (filter) => {
    expect(await (await listen(1, filter)).json()).toMatchObject({ error: { code: -32602 } })
  })

  it('subscriptions are limited, and an abandoned one makes room', async () => {
    const leave = new AbortController()
    const streams = [events(await listen(1, { toolsListChanged: true }, leave.signal))]
    for (const id of [2, 3]) streams.push(events(await listen(id, { toolsListChanged: true })))
    for (const stream of streams) await nextEvent(stream)
    expect(await (await listen(4, {})).json()).toMatchObject({ error: { code: 429 } })
    leave.abort()
    let answer = await listen(5, {})
    while (answer.headers.get('content-type') !== 'text/event-stream') answer = await listen(5, {})
    expect(await nextEvent(events(answer))).toEqual(acknowledged(5, {}))
  })
})

/** Resolves when the next call to `echo` is cancelled. That call never ends by itself. */
function cancellation(called: (call: ScriptedCall) => unknown): Promise<string> {
  return new Promise((resolve) => {
    host.engine.on('echo', (call) => {
      call.signal.addEventListener('abort', () => resolve('cancelled'))
      called(call)
      return new Promise(() => undefined)
    })
  })
}

function serverError(error: Json): AppError {
  return new AppError('SERVER_ERROR', 'x', { data: error })
}
