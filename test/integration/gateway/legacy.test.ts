/** The legacy era, message by message: sessions, requests, streams, cancellation, batches. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { AppError } from '#contract/errors'
import { openGateway, type GatewayHost } from '#test/integration/gateway/gatewayHost'
import { everything, text, type ScriptedCall } from '#test/integration/gateway/scriptedEngine'
import { allEvents, events, nextEvent, openSession, post, type Json } from '#test/support/mcpClients'

let host: GatewayHost
let open: AbortController
beforeEach(async () => {
  host = await openGateway()
  open = new AbortController()
})
afterEach(async () => {
  open.abort()
  await host.close()
})

const changed = { jsonrpc: '2.0', method: 'notifications/tools/list_changed' }
const initialize = (protocolVersion: unknown) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion, capabilities: {}, clientInfo: { name: 'x', version: '1' } },
})

/** Adds a tool that reports its calls and answers when the test says so. */
function gate(name: string) {
  let arrive = (_call: ScriptedCall): void => undefined
  let answer = (): void => undefined
  const arrived = new Promise<ScriptedCall>((resolve) => (arrive = resolve))
  const answered = new Promise<void>((resolve) => (answer = resolve))
  host.engine.on(name, async (call) => {
    arrive(call)
    await answered
    return text('done')
  })
  return { arrived, answer }
}

/** Makes the servers start at the first listing, and become ready when the test says so. */
function starting() {
  let begin = (): void => undefined
  let started = (): void => undefined
  const begun = new Promise<void>((resolve) => (begin = resolve))
  const done = new Promise<void>((resolve) => (started = resolve))
  host.engine.starting = () => {
    begin()
    return done
  }
  return { begun, started: () => started() }
}

describe('sessions', () => {
  it('initialize returns our name, in the requested version', async () => {
    const answer = await post(host.url, initialize('2025-06-18'))
    expect(answer.headers.get('mcp-session-id')).toMatch(/^[\x21-\x7e]{20,}$/)
    expect(await answer.json()).toMatchObject({
      id: 1,
      result: {
        protocolVersion: '2025-06-18',
        serverInfo: { name: 'switchboard', title: 'Switchboard', version: '9.9.9' },
        capabilities: { tools: { listChanged: true }, logging: {} },
      },
    })
  })

  it('a version that is not text is invalid input, not a session', async () => {
    const answer = await post(host.url, initialize(5))
    expect(answer.headers.get('mcp-session-id')).toBeNull()
    expect(await answer.json()).toMatchObject({ error: { code: -32602 } })
  })

  it.each<[string, Record<string, string>, number]>([
    ['no id', {}, 400],
    ['an unknown session id', { 'mcp-session-id': 'guessed' }, 404],
    ['an unsupported version', { 'mcp-session-id': 'guessed', 'mcp-protocol-version': '1' }, 400],
  ])('a request with %s is refused', async (_title, headers, status) => {
    const answer = await post(host.url, { jsonrpc: '2.0', id: 5, method: 'tools/list' }, headers)
    expect(answer.status).toBe(status)
    expect(await answer.json()).toMatchObject({ id: 5, error: { code: -32600 } })
  })

  it('a session is valid at its own address only', async () => {
    const session = await openSession(`${host.url}/s/git`)
    const answer = await post(host.url, { jsonrpc: '2.0', id: 5, method: 'ping' }, session.headers)
    expect(answer.status).toBe(404)
  })

  it('DELETE ends a session: its calls are cancelled, its stream closes, and its id is forgotten', async () => {
    const session = await openSession(host.url)
    const { arrived } = gate('echo')
    const pending = session.request(1, 'tools/call', { name: 'echo' })
    const { signal } = await arrived
    const stream = await session.openStream(open.signal)
    const ended = await fetch(host.url, { method: 'DELETE', headers: session.headers })
    expect(ended.status).toBe(204)
    expect(signal?.aborted).toBe(true)
    expect(await allEvents(stream)).toEqual([])
    expect(await allEvents(await pending)).toEqual([])
    expect((await session.request(2, 'ping')).status).toBe(404)
  })

  it('half an hour without use ends a session, while use, a call or an open stream keeps it', async () => {
    const idle = await openSession(host.url)
    const used = await openSession(host.url)
    const listening = await openSession(host.url)
    const calling = await openSession(host.url)
    const { arrived, answer } = gate('echo')
    const pending = calling.request(1, 'tools/call', { name: 'echo' })
    await arrived
    await listening.openStream(open.signal)
    host.clock.advance(29 * 60_000)
    await used.request(1, 'ping')
    host.clock.advance(3 * 60_000)
    expect((await idle.request(2, 'ping')).status).toBe(404)
    for (const session of [used, listening, calling]) expect((await session.request(2, 'ping')).status).toBe(200)
    answer()
    await allEvents(await pending)
  })

  it('sessions are limited, and the one idle longest makes room', async () => {
    const small = await openGateway({ sessions: 2 })
    const first = await openSession(small.url)
    small.clock.advance(10)
    const second = await openSession(small.url)
    small.clock.advance(10)
    await first.request(1, 'ping')
    await openSession(small.url)
    expect((await second.request(1, 'ping')).status).toBe(404)
    expect((await first.request(1, 'ping')).status).toBe(200)
    await small.close()
  })
})

describe('requests', () => {
  it('a list returns the catalog’s tools byte for byte', async () => {
    const session = await openSession(host.url)
    const body = await (await session.request('a', 'tools/list')).text()
    const listed = host.engine.views.view(everything)?.toolsJson
    expect(body).toBe(`{"jsonrpc":"2.0","id":"a","result":{"tools":${listed}}}`)
  })

  it('an unknown cursor is refused', async () => {
    const session = await openSession(host.url)
    expect(await (await session.request(1, 'tools/list', { cursor: 'x' })).json()).toMatchObject({
      error: { code: -32602 },
    })
  })

  it('a call and its result go through untouched, as one JSON answer', async () => {
    const result = {
      content: [{ type: 'hologram', frames: [1], _meta: { a: 1 } }],
      structuredContent: { n: null },
      _meta: { 'x/y': 1 },
      'x-vendor': { z: [] },
    }
    host.engine.on('echo', () => result)
    const session = await openSession(host.url)
    const params = { name: 'echo', arguments: { a: { b: 1 } }, _meta: { progressToken: 'mine', 'x/z': 2 }, extra: true }
    const answer = await session.request(7, 'tools/call', params)
    expect(answer.headers.get('content-type')).toBe('application/json')
    expect(await answer.json()).toEqual({ jsonrpc: '2.0', id: 7, result })
    expect(host.engine.calls[0]?.params).toEqual(params)
  })

  it.each<[string, Json, number]>([
    ['an unknown method', { method: 'prompts/nonsense' }, -32601],
    ['a prompt without a name', { method: 'prompts/get' }, -32602],
    ['a resource without an address', { method: 'resources/read', params: { uri: 1 } }, -32602],
    ['a completion of nothing', { method: 'completion/complete', params: { argument: {} } }, -32602],
    ['a subscription to nothing', { method: 'resources/subscribe' }, -32602],
    ['[R14] one to an unknown address', { method: 'resources/subscribe', params: { uri: 'unknown:' } }, -32002],
    ['a call without a name', { method: 'tools/call', params: { arguments: {} } }, -32602],
    ['a call whose _meta is nothing', { method: 'tools/call', params: { name: 'echo', _meta: null } }, -32602],
    ['a call whose _meta is a list', { method: 'tools/call', params: { name: 'echo', _meta: [] } }, -32602],
    ['an unknown level', { method: 'logging/setLevel', params: { level: 'loud' } }, -32602],
  ])('%s is answered with an error inside a 200', async (_title, message, code) => {
    const session = await openSession(host.url)
    const answer = await session.send({ jsonrpc: '2.0', id: 1, ...message })
    expect(answer.status).toBe(200)
    expect(await answer.json()).toMatchObject({ id: 1, error: { code } })
  })

  it('ping is answered, notifications are accepted, unexpected answers are dropped', async () => {
    const session = await openSession(host.url)
    expect(await (await session.request(1, 'ping')).json()).toEqual({ jsonrpc: '2.0', id: 1, result: {} })
    expect((await session.notify('notifications/initialized')).status).toBe(202)
    expect((await session.notify('notifications/unheard_of')).status).toBe(202)
    expect((await session.send({ jsonrpc: '2.0', id: 99, result: {} })).status).toBe(202)
  })

  it('a second call with an id that is under way is refused, and the first continues', async () => {
    const session = await openSession(host.url)
    const { arrived, answer } = gate('echo')
    const first = session.request(1, 'tools/call', { name: 'echo' })
    await arrived
    expect(await (await session.request(1, 'tools/call', { name: 'echo' })).json()).toMatchObject({
      error: { code: -32600 },
    })
    answer()
    expect(await (await first).json()).toMatchObject({ id: 1, result: {} })
  })

  it('an id may be used again after its call has ended', async () => {
    host.engine.on('echo', () => text('done'))
    const session = await openSession(host.url)
    for (let time = 0; time < 2; time += 1) {
      const answer = await session.request(1, 'tools/call', { name: 'echo' })
      expect(await answer.json()).toMatchObject({ id: 1, result: {} })
    }
  })

  it('a list does not wait for a server that hangs while it starts', async () => {
    const { begun } = starting()
    const session = await openSession(host.url)
    const listing = session.request(1, 'tools/list')
    await begun
    host.clock.advance(2000)
    expect(await (await listing).json()).toMatchObject({ result: { tools: [{ name: 'echo' }] } })
  })
})

describe('streams', () => {
  it('progress opens a stream that ends with the answer', async () => {
    host.engine.on('echo', (call) => {
      call.onNotification?.('notifications/progress', { progressToken: 't', progress: 1 })
      return text('done')
    })
    const session = await openSession(host.url)
    const answer = await session.request(1, 'tools/call', { name: 'echo' })
    expect(answer.headers.get('content-type')).toBe('text/event-stream')
    expect(answer.headers.get('x-accel-buffering')).toBe('no')
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(await allEvents(answer)).toEqual([
      { jsonrpc: '2.0', method: 'notifications/progress', params: { progressToken: 't', progress: 1 } },
      { jsonrpc: '2.0', id: 1, result: text('done') },
    ])
  })

  it('log messages below the session’s level are dropped', async () => {
    host.engine.on('echo', (call) => {
      for (const level of ['info', 'error']) call.onNotification?.('notifications/message', { level, data: level })
      return text('done')
    })
    const session = await openSession(host.url)
    await session.request(1, 'logging/setLevel', { level: 'warning' })
    const all = await allEvents(await session.request(2, 'tools/call', { name: 'echo' }))
    expect(all).toMatchObject([{ params: { level: 'error' } }, { id: 2 }])
  })

  it('a long silence is broken by comments, before and after the stream is open', async () => {
    const session = await openSession(host.url)
    const { arrived, answer } = gate('echo')
    const pending = session.request(1, 'tools/call', { name: 'echo' })
    await arrived
    host.clock.advance(15_000)
    const stream = events(await pending)
    expect(await nextEvent(stream)).toBe(': keep-alive')
    host.clock.advance(15_000)
    expect(await nextEvent(stream)).toBe(': keep-alive')
    answer()
    expect(await nextEvent(stream)).toMatchObject({ id: 1 })
    expect(await nextEvent(stream)).toBeUndefined()
  })

  it('a client that drops its response does not cancel the call', async () => {
    const session = await openSession(host.url)
    const { arrived, answer } = gate('echo')
    const dropped = new AbortController()
    const pending = session.request(1, 'tools/call', { name: 'echo' }, dropped.signal)
    const { signal } = await arrived
    dropped.abort()
    await expect(pending).rejects.toThrow('aborted')
    await session.request(2, 'ping')
    expect(signal?.aborted).toBe(false)
    answer()
    await session.request(3, 'ping')
    expect(host.log.entries).toEqual([])
  })
})

describe('cancellation', () => {
  it('notifications/cancelled cancels its call, which gets no answer', async () => {
    const session = await openSession(host.url)
    const { arrived } = gate('echo')
    const pending = session.request(1, 'tools/call', { name: 'echo' })
    const { signal } = await arrived
    expect((await session.notify('notifications/cancelled', { requestId: 1, reason: 'no' })).status).toBe(202)
    expect(signal?.aborted).toBe(true)
    const answer = await pending
    expect(answer.status).toBe(200)
    expect(await allEvents(answer)).toEqual([])
  })

  it.each([2, '1', null, { a: 1 }])('cancelling %j does not touch call 1', async (requestId) => {
    const session = await openSession(host.url)
    const other = await openSession(host.url)
    const { arrived, answer } = gate('echo')
    const pending = session.request(1, 'tools/call', { name: 'echo' })
    await arrived
    await session.notify('notifications/cancelled', { requestId })
    await other.notify('notifications/cancelled', { requestId: 1 })
    answer()
    expect(await (await pending).json()).toMatchObject({ id: 1, result: {} })
  })
})

describe('list_changed', () => {
  it('is sent once for a real change, and not at all for a change and its undoing', async () => {
    const session = await openSession(host.url)
    const stream = events(await session.openStream(open.signal))
    host.engine.setTools(everything, ['other'])
    host.engine.setTools(everything, ['other', 'more'])
    host.clock.advance(50)
    expect(await nextEvent(stream)).toEqual(changed)
    host.engine.setTools(everything, ['something else'])
    host.engine.setTools(everything, ['other', 'more'])
    host.clock.advance(1000)
    host.engine.setTools(everything, ['last'])
    host.clock.advance(50)
    expect(await nextEvent(stream)).toEqual(changed)
    await fetch(host.url, { method: 'DELETE', headers: session.headers })
    expect(await nextEvent(stream)).toBeUndefined()
  })

  it('is not sent to sessions whose own view stayed the same', async () => {
    const session = await openSession(`${host.url}/s/git`)
    const stream = await session.openStream(open.signal)
    host.engine.setTools(everything, ['other'])
    host.clock.advance(1000)
    await fetch(`${host.url}/s/git`, { method: 'DELETE', headers: session.headers })
    expect(await allEvents(stream)).toEqual([])
  })

  it('is kept for a client that opens its stream later, unless it has listed meanwhile', async () => {
    const late = await openSession(host.url)
    const listed = await openSession(host.url)
    host.engine.setTools(everything, ['other'])
    host.clock.advance(1000)
    await listed.request(1, 'tools/list')
    expect(await nextEvent(events(await late.openStream(open.signal)))).toEqual(changed)
    const stream = await listed.openStream(open.signal)
    await fetch(host.url, { method: 'DELETE', headers: listed.headers })
    expect(await allEvents(stream)).toEqual([])
  })

  it('is not sent for the tools that a first listing waits for', async () => {
    const { begun, started } = starting()
    const session = await openSession(host.url)
    const stream = await session.openStream(open.signal)
    const listing = session.request(1, 'tools/list')
    await begun
    host.engine.setTools(everything, ['echo', 'just started'])
    host.clock.advance(500)
    started()
    expect(await (await listing).json()).toMatchObject({ result: { tools: [{}, { name: 'just started' }] } })
    await fetch(host.url, { method: 'DELETE', headers: session.headers })
    expect(await allEvents(stream)).toEqual([])
  })

  it('a new stream replaces an old one that is still open', async () => {
    const session = await openSession(host.url)
    const old = await session.openStream(open.signal)
    const fresh = events(await session.openStream(open.signal))
    expect(await allEvents(old)).toEqual([])
    host.engine.setTools(everything, ['other'])
    host.clock.advance(50)
    expect(await nextEvent(fresh)).toEqual(changed)
  })
})

describe('batches', () => {
  const batch = (...messages: Json[]) => messages.map((message) => ({ jsonrpc: '2.0', ...message }))

  it('2025-03-26 gets an array of answers', async () => {
    const session = await openSession(host.url, '2025-03-26')
    host.engine.on('echo', () => text('echoed'))
    const answer = await session.send(
      batch(
        { id: 1, method: 'ping' },
        { method: 'notifications/initialized' },
        { id: 2, method: 'tools/call', params: { name: 'echo' } },
        { id: 3, method: 'initialize', params: {} },
        { id: 4, method: 5 },
      ),
    )
    const answers = (await answer.json()) as { id: number }[]
    expect(answers.toSorted((one, other) => one.id - other.id)).toMatchObject([
      { id: 1, result: {} },
      { id: 2, result: text('echoed') },
      { id: 3, error: { code: -32600 } },
      { id: 4, error: { code: -32600 } },
    ])
  })

  it('if one answer streams, all answers come on the stream', async () => {
    const session = await openSession(host.url, '2025-03-26')
    host.engine.on('echo', (call) => {
      call.onNotification?.('notifications/progress', { progressToken: 1, progress: 1 })
      return text('echoed')
    })
    const answer = await session.send(
      batch({ id: 1, method: 'ping' }, { id: 2, method: 'tools/call', params: { name: 'echo' } }),
    )
    expect(await allEvents(answer)).toMatchObject([{ id: 1 }, { method: 'notifications/progress' }, { id: 2 }])
  })

  it('notifications alone are accepted', async () => {
    const session = await openSession(host.url, '2025-03-26')
    expect((await session.send(batch({ method: 'a' }, { method: 'b' }))).status).toBe(202)
  })

  it.each<[string, string, Json[]]>([
    ['later revisions', '2025-06-18', batch({ id: 1, method: 'ping' })],
    ['nothing', '2025-03-26', []],
    ['more than 100', '2025-03-26', batch(...Array.from({ length: 101 }, (_, id) => ({ id, method: 'ping' })))],
  ])('%s: refused', async (_title, version, messages) => {
    const session = await openSession(host.url, version)
    expect((await session.send(messages)).status).toBe(400)
  })
})

describe('errors of calls', () => {
  /** Catches an error that loses its code or data on the way, and a fault that reveals internals to a client. */
  it.each<[string, Error, Json]>([
    [
      'of the server, exactly',
      new AppError('SERVER_ERROR', 'x', { data: { code: -32050, message: 'm', data: { a: [1] } } }),
      { code: -32050, message: 'm', data: { a: [1] } },
    ],
    [
      '[R16] of a server that is down',
      new AppError('SERVER_UNAVAILABLE', 'git is unavailable'),
      { code: 503, message: 'git is unavailable', data: { code: 'SERVER_UNAVAILABLE' } },
    ],
    ['of our own', new Error('at /home/someone/secret'), { code: -32603, message: 'Internal error' }],
  ])('%s', async (_title, thrown, error) => {
    host.engine.on('echo', () => Promise.reject(thrown))
    const session = await openSession(host.url)
    const answer = await session.request(1, 'tools/call', { name: 'echo' })
    expect(await answer.json()).toEqual({ jsonrpc: '2.0', id: 1, error })
  })
})
