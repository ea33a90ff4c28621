/**
 * An outside client's identity and what the client may see, with real HTTP, a real engine, real servers and client
 * tokens.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { bearer, openClientDoor, ownerToken } from '#test/integration/gateway/clientDoor'
import {
  bothTypes,
  connectV1,
  connectV2,
  events,
  type Json,
  modernRequest,
  nextEvent,
  post,
} from '#test/support/mcpClients'
import { startTestEngine } from '#test/support/testEngine'
import { testPorts } from '#test/support/testPorts'
import { patience } from '#test/support/patience'

async function modern(url: string, token: string, method: string, params: Json = {}, headers: Json = {}) {
  const request = modernRequest(1, method, params)
  return fetch(url, { ...request, headers: { ...(request.headers as Json), ...bearer(token), ...headers } as never })
}

async function toolNames(url: string, token: string): Promise<string[]> {
  const { result } = (await (await modern(url, token, 'tools/list')).json()) as {
    result: { tools: { name: string }[] }
  }
  return result.tools.map(({ name }) => name)
}

async function callAnswer(url: string, token: string, name: string, args: Json = {}): Promise<Json> {
  return (await (await modern(url, token, 'tools/call', { name, arguments: args })).json()) as Json
}

/** Opens a legacy session with this token. The returned headers contain its id. */
async function begin(url: string, token: string) {
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'raw', version: '1' } }
  const answer = await post(url, { jsonrpc: '2.0', id: 0, method: 'initialize', params }, bearer(token))
  await answer.arrayBuffer()
  const headers = { ...bearer(token), 'mcp-session-id': answer.headers.get('mcp-session-id') ?? '' }
  return {
    headers,
    request: (id: number, method: string, given: Json = {}) =>
      post(url, { jsonrpc: '2.0', id, method, params: given }, headers),
    listen: () => fetch(url, { headers: { ...headers, accept: 'text/event-stream' } }),
  }
}

describe('[R13] a token decides what its client sees', () => {
  it('pages are notified when a token is first used', async () => {
    const { engine, url, createClient } = await openClientDoor()
    const { clientId, token } = await createClient({ name: 'seen' })
    const ended = new AbortController()
    const batches = engine.events.subscribe(ended.signal)
    await batches.next()
    await toolNames(`${url}/mcp`, token)
    const { value } = await batches.next()
    ended.abort()
    expect(value).toContainEqual({ type: 'client.changed', id: clientId })
    expect(engine.access.list()[0]?.tokens[0]?.lastUsedAt).not.toBeNull()
  })

  it('each client has its own list under its own names: one project, some tools, or everything', async () => {
    const { url, workId, createClient } = await openClientDoor()
    const bound = await createClient({ name: 'bound', projectId: workId })
    const only = await createClient({ name: 'only', choice: { mode: 'only', servers: { one: ['echo', 'add'] } } })
    const free = await createClient({ name: 'free' })
    expect(await toolNames(`${url}/mcp`, only.token)).toEqual(['echo', 'add'])
    expect(await toolNames(`${url}/mcp`, bound.token)).toContain('slow')
    const everything = await toolNames(`${url}/mcp`, free.token)
    expect(everything).toEqual(await toolNames(`${url}/mcp`, ownerToken))
    expect(everything).toEqual(expect.arrayContaining(['one__echo', 'two__echo']))
    expect(await callAnswer(`${url}/mcp`, only.token, 'echo', { text: 'hi' })).toMatchObject({
      result: { content: [{ text: 'hi' }] },
    })
    for (const hidden of ['slow', 'one__slow', 'two__echo', 'nobody'])
      expect(await callAnswer(`${url}/mcp`, only.token, hidden)).toMatchObject({
        error: { code: -32602, message: `Unknown tool: ${hidden}` },
      })
  })

  it('an address outside a client’s scope gets the same answer as one that does not exist', async () => {
    const { url, workId, createClient } = await openClientDoor()
    const { token } = await createClient({ name: 'bound', projectId: workId })
    const seen = await Promise.all(
      ['/mcp/p/default', '/mcp/p/nowhere', '/mcp/s/one', '/mcp/s/nowhere', '/sse/s/one'].map(async (path) => {
        const answer = await modern(url + path, token, 'tools/list')
        return [answer.status, await answer.text()]
      }),
    )
    expect(new Set(seen.map(String)).size).toBe(1)
    expect(seen[0]?.[0]).toBe(404)
    expect((await modern(`${url}/mcp/p/work`, token, 'tools/list')).status).toBe(200)
    expect((await modern(`${url}/mcp/s/two`, token, 'tools/list')).status).toBe(200)
  })

  it('another project in a header is refused with the same message, whether it exists or not', async () => {
    const { url, workId, createClient } = await openClientDoor()
    const { token } = await createClient({ name: 'bound', projectId: workId })
    const ask = async (project: string) => {
      const answer = await modern(`${url}/mcp`, token, 'tools/list', {}, { 'x-switchboard-project': project })
      return (await answer.text()).replace(project, 'X')
    }
    expect(await ask('default')).toBe(await ask('nowhere'))
    expect(await ask('default')).toContain('-32602')
    expect(await ask('work')).toContain('"tools"')
  })

  it('a client that is bound to another project starts over and sees that project', async () => {
    const { url, engine, workId, createClient } = await openClientDoor()
    const { token, clientId } = await createClient({ name: 'moved', projectId: workId })
    const session = await begin(`${url}/mcp`, token)
    await engine.access.update({ id: clientId, projectId: 'default' })
    expect((await session.request(1, 'tools/list')).status).toBe(404)
    const names = await toolNames(`${url}/mcp/s/one`, token)
    expect(names).toContain('echo')
    expect((await modern(`${url}/mcp/s/two`, token, 'tools/list')).status).toBe(404)
  })
})

describe('tokens', () => {
  it('a wrong, a missing, a revoked and an empty token get the same answer at every path, whatever exists there', async () => {
    const { url, engine, createClient } = await openClientDoor()
    const revoked = await createClient({ name: 'gone' })
    await engine.access.revokeToken(revoked.id)
    const { token } = await createClient({ name: 'client' })
    const paths = ['/mcp', '/mcp/p/work', '/mcp/s/one', '/mcp/p/nowhere', '/mcp/x/y', '/sse', '/sse/p/work']
    const wrong = [undefined, 'Bearer', 'Bearer ', `Bearer ${token}x`, `Basic ${token}`, `Bearer ${revoked.token}`]
    const answers = new Set<string>()
    const ask = async (path: string, authorization: string | undefined) => {
      const headers = { ...bothTypes, ...(authorization !== undefined && { authorization }) }
      const answer = await fetch(url + path, { method: 'POST', headers, body: '{}' })
      answers.add(`${answer.status} ${answer.headers.get('www-authenticate')} ${await answer.text()}`)
    }
    for (const path of paths) for (const authorization of wrong) await ask(path, authorization)
    // Routes that are reserved for the owner refuse a client's token like a wrong one.
    for (const path of [
      '/api/v1/servers',
      '/api/v1/access/clients',
      '/api/v1/nothing',
      '/api/openapi.json',
      '/metrics',
    ])
      for (const authorization of [...wrong, `Bearer ${token}`]) await ask(path, authorization)
    expect([...answers]).toEqual([expect.stringMatching(/^401 Bearer .*UNAUTHORIZED/)])
  })

  it('a session of another token does not exist, even for another token of the same client', async () => {
    const { url, engine, createClient } = await openClientDoor()
    const mine = await createClient({ name: 'mine' })
    const sibling = await engine.access.createToken(mine.clientId)
    const other = await createClient({ name: 'other' })
    const session = await begin(`${url}/mcp`, mine.token)
    const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
    const use = async (token: string, id: string) => {
      const headers = { ...bearer(token), 'mcp-session-id': id }
      const answers = await Promise.all([
        post(`${url}/mcp`, list, headers),
        fetch(`${url}/mcp`, { headers: { ...headers, accept: 'text/event-stream' } }),
        fetch(`${url}/mcp`, { method: 'DELETE', headers }),
      ])
      return Promise.all(answers.map(async (answer) => [answer.status, await answer.text()]))
    }
    const unknown = await use(mine.token, 'never-was')
    expect(unknown.map(([status]) => status)).toEqual([404, 404, 404])
    for (const token of [other.token, sibling.token, ownerToken])
      expect(await use(token, session.headers['mcp-session-id'])).toEqual(unknown)
    expect((await session.request(2, 'tools/list')).status).toBe(200)
  })

  it('revoking a token ends its own sessions, streams, subscriptions and calls at once, and no others', async () => {
    const { url, engine, createClient } = await openClientDoor()
    const { id, token, clientId } = await createClient({ name: 'client' })
    const other = await engine.access.createToken(clientId)
    const session = await begin(`${url}/mcp`, token)
    const stream = await session.listen()
    const untouched = await (await begin(`${url}/mcp`, other.token)).listen()
    const subscribe = { notifications: { toolsListChanged: true } }
    const subscription = await modern(`${url}/mcp`, token, 'subscriptions/listen', subscribe)
    const acknowledged = await nextEvent(events(subscription.clone()))
    expect(acknowledged).toMatchObject({ method: 'notifications/subscriptions/acknowledged' })
    const slow = { name: 'one__slow', arguments: { ms: 60_000 } }
    const call = modern(`${url}/mcp`, token, 'tools/call', slow).then((answer) => answer.text())
    const sessionCall = session.request(5, 'tools/call', slow).then((answer) => answer.text())
    await vi.waitFor(
      () => expect(engine.metrics.text()).toContain('switchboard_calls_running{server="one"} 2'),
      patience,
    )
    await engine.access.revokeToken(id)
    await Promise.allSettled([call, sessionCall, stream.text(), subscription.text()])
    expect((await session.request(6, 'tools/list')).status).toBe(401)
    expect((await modern(`${url}/mcp`, token, 'tools/list')).status).toBe(401)
    expect(await toolNames(`${url}/mcp`, other.token)).toContain('one__echo')
    await engine.servers.setToolsEnabled('one', ['echo'], false)
    expect(await nextEvent(events(untouched))).toMatchObject({ method: 'notifications/tools/list_changed' })
  })

  it('a valid token works after a restart, and a revoked token does not', async () => {
    const { engine, dataFolder, workId, createClient } = await openClientDoor()
    const { token } = await createClient({ name: 'kept', projectId: workId, choice: { mode: 'only', servers: {} } })
    const revoked = await createClient({ name: 'revoked' })
    await engine.access.revokeToken(revoked.id)
    expect(engine.access.grantOf(token)).not.toBeNull()
    const before = engine.access.list().map(({ cost: _cost, ...client }) => client)
    await engine.close()
    const again = await startTestEngine({}, { paths: testPorts(dataFolder).paths })
    expect(again.access.list().map(({ cost: _cost, ...client }) => client)).toEqual(before)
    expect(again.access.grantOf(token)?.client.narrow({ kind: 'all' })).toMatchObject({ projectId: workId })
    expect([again.access.grantOf(revoked.token), again.access.grantOf('')]).toEqual([null, null])
  })

  it('a token is never stored, neither in the log nor in a record nor in the store', async () => {
    const { url, engine, log, dataFolder, createClient } = await openClientDoor()
    const { token } = await createClient({ name: 'client' })
    await callAnswer(`${url}/mcp`, token, 'one__echo', { text: `it is ${token}` })
    const { calls } = await vi.waitFor(async () => {
      const page = await engine.records.list({ limit: 1 })
      expect(page.calls).toHaveLength(1)
      return page
    }, patience)
    expect(calls[0]?.excerpt).toContain('it is ')
    expect(engine.access.list()[0]?.tokens[0]?.lastUsedAt).not.toBeNull()
    const texts = filesBelow(dataFolder).map((file) => readFileSync(file, 'latin1'))
    expect(texts.length).toBeGreaterThan(0)
    for (const text of [...texts, JSON.stringify(log.entries), JSON.stringify(engine.access.list())])
      expect(text).not.toContain(token)
  })
})

describe('[R12] the owner’s changes to a client', () => {
  it('take effect at once, and notify that client alone', async () => {
    const { url, engine, createClient } = await openClientDoor()
    const mine = await createClient({ name: 'mine' })
    const other = await createClient({ name: 'other' })
    const streams = await Promise.all(
      [mine, other].map(async ({ token }) => {
        const session = await begin(`${url}/mcp`, token)
        await (await session.request(1, 'tools/list')).text()
        return { session, told: events(await session.listen()) }
      }),
    )
    const [first, second] = streams
    const heard: unknown[] = []
    void (async () => {
      for await (const event of second?.told ?? []) heard.push(event)
    })().catch(() => undefined)
    await engine.access.update({
      id: mine.clientId,
      choice: { mode: 'except', servers: { one: ['echo'], two: 'all' } },
    })
    expect(await nextEvent(first!.told)).toMatchObject({ method: 'notifications/tools/list_changed' })
    const { result } = (await (await first!.session.request(2, 'tools/list')).json()) as {
      result: { tools: { name: string }[] }
    }
    expect(result.tools.map(({ name }) => name)).toContain('slow')
    expect(result.tools.map(({ name }) => name)).not.toContain('echo')
    const refused = (await (await first!.session.request(3, 'tools/call', { name: 'one__echo' })).json()) as Json
    expect(refused).toMatchObject({ error: { message: 'Unknown tool: one__echo' } })
    expect(await toolNames(`${url}/mcp`, other.token)).toContain('two__echo')
    // This change concerns both clients. If the other client had been notified of the first change, it would have two
    // notices by now.
    await engine.servers.setToolsEnabled('one', ['add'], false)
    expect(await nextEvent(first!.told)).toMatchObject({ method: 'notifications/tools/list_changed' })
    await vi.waitFor(() => expect(heard.length).toBeGreaterThan(0), patience)
    expect(heard).toHaveLength(1)
  })
})

describe('[R17] limits of a client', () => {
  it('calls above its rate are refused in the form of each era, and other clients are not affected', async () => {
    const { url, createClient } = await openClientDoor()
    const { token } = await createClient({ name: 'limited', callsPerMinute: 2 })
    const other = await createClient({ name: 'other' })
    const session = await begin(`${url}/mcp`, token)
    await callAnswer(`${url}/mcp`, token, 'one__echo')
    await (await session.request(1, 'tools/call', { name: 'one__echo' })).text()
    const refused = await modern(`${url}/mcp`, token, 'tools/call', { name: 'one__echo' })
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    const error = { code: 429, data: { code: 'TOO_MANY_CALLS', retryAfterMs: expect.any(Number) } }
    expect(await refused.json()).toMatchObject({ id: 1, error })
    const legacy = await session.request(2, 'tools/call', { name: 'one__echo' })
    expect(legacy.status).toBe(200)
    expect(await legacy.json()).toMatchObject({ id: 2, error })
    // Requests that reach no server are not counted.
    expect((await session.request(3, 'tools/list')).status).toBe(200)
    expect(await callAnswer(`${url}/mcp`, other.token, 'one__echo')).toHaveProperty('result')
  })

  it('calls above its concurrency wait, and a cancelled one never reaches its server', async () => {
    const { url, engine, createClient } = await openClientDoor()
    const { token } = await createClient({ name: 'narrow', concurrency: 1 })
    const client = await connectV1(`${url}/mcp`, {}, bearer(token))
    onTestFinished(() => client.close())
    const running = new AbortController()
    const waiting = new AbortController()
    const slow = { name: 'one__slow', arguments: { ms: 60_000 } }
    const first = client.callTool(slow, undefined, { signal: running.signal }).catch(() => 'cancelled')
    await vi.waitFor(
      () => expect(engine.metrics.text()).toContain('switchboard_calls_running{server="one"} 1'),
      patience,
    )
    const second = client.callTool(slow, undefined, { signal: waiting.signal }).catch(() => 'cancelled')
    const third = client.callTool({ name: 'one__echo', arguments: { text: 'at last' } })
    await client.listTools()
    waiting.abort()
    running.abort()
    expect(await Promise.all([first, second])).toEqual(['cancelled', 'cancelled'])
    expect(await third).toMatchObject({ content: [{ text: 'at last' }] })
    const { calls } = await vi.waitFor(async () => {
      const page = await engine.records.list({ limit: 10 })
      expect(page.calls.length).toBeGreaterThanOrEqual(2)
      return page
    }, patience)
    expect(calls.map(({ originalTool }) => originalTool)).toEqual(['echo', 'slow'])
  })
})

describe('searching tools', () => {
  it.each(['by its address', 'by its setting'])(
    '%s: three tools lead to all others, under the same rules',
    async (how) => {
      const { url, engine, createClient } = await openClientDoor()
      const { token } = await createClient({
        name: 'searching',
        choice: { mode: 'except', servers: { two: 'all', one: ['fail'] } },
        search: how === 'by its setting',
      })
      const address = how === 'by its setting' ? `${url}/mcp` : `${url}/mcp?mode=search`
      for (const connect of [
        () => connectV1(address, {}, bearer(token)),
        () => connectV2(address, 'modern', {}, bearer(token)),
      ]) {
        const client = await connect()
        onTestFinished(() => client.close())
        const names = (await client.listTools()).tools.map(({ name }) => name)
        expect(names).toEqual(['find_tools', 'describe_tools', 'call_tool'])
        const find = await client.callTool({ name: 'find_tools', arguments: { query: 'add numbers' } })
        expect(find.structuredContent).toMatchObject({ tools: [{ name: 'add', server: 'one' }] })
        const described = await client.callTool({ name: 'describe_tools', arguments: { names: ['add'] } })
        expect(described.structuredContent).toMatchObject({
          tools: [{ inputSchema: { properties: { a: {}, b: {} } } }],
        })
        const sum = await client.callTool({ name: 'call_tool', arguments: { name: 'add', arguments: { a: 2, b: 3 } } })
        expect(sum).toMatchObject({ content: [{ text: '5' }] })
        await expect(client.callTool({ name: 'call_tool', arguments: { name: 'fail' } })).rejects.toThrow(
          'Unknown tool: fail',
        )
        expect(await client.callTool({ name: 'describe_tools', arguments: { names: ['fail'] } })).toMatchObject({
          isError: true,
        })
      }
      await vi.waitFor(async () => {
        const { calls } = await engine.records.list({ limit: 10 })
        expect(calls.filter(({ tool }) => tool === 'add')).toHaveLength(2)
      }, patience)
    },
  )
})

describe('the tools of a client', () => {
  it('are counted, with a warning above the number the client’s program is known to handle', async () => {
    const { engine } = await openClientDoor()
    const { id, kind, maxNameLength, cost, toolLimit, warning } = await engine.access.create({ name: 'My Cursor' })
    expect({ kind, maxNameLength, toolLimit, warning }).toEqual({
      kind: 'cursor',
      maxNameLength: 46,
      toolLimit: 40,
      warning: null,
    })
    expect(cost.tools).toBeGreaterThan(10)
    expect(cost.servers.map(({ server }) => server).sort()).toEqual(['one', 'two'])
    const tools = engine.access.tools(id)
    expect(tools.reduce((sum, tool) => sum + tool.estimatedTokens, 0)).toBe(cost.estimatedTokens)
    const names = Array.from({ length: 60 }, (_, number) => `made_up_${number}`)
    await engine.router.callTool(
      { kind: 'all' },
      {
        params: { name: 'one__set_tools', arguments: { names } },
        caller: { key: 'test', capabilities: {}, ask: null },
      },
    )
    await vi.waitFor(
      () => expect(engine.access.list()[0]?.warning).toMatch(/sees \d+ tools.* accepts only 40/),
      patience,
    )
    expect((await engine.access.update({ id, search: true })).warning).toBeNull()
  })
})

describe('the monitoring of an engine', () => {
  it('shows everyone the counts in readyz, and only the owner the server names and the metrics', async () => {
    const { url, createClient } = await openClientDoor()
    const { token } = await createClient({ name: 'client' })
    const ready = async (headers = {}) => (await fetch(`${url}/readyz`, { headers })).json()
    const counts = { ready: true, servers: { ready: 2 } }
    expect(await ready()).toEqual(counts)
    expect(await ready(bearer(token))).toEqual(counts)
    expect(await ready(bearer(ownerToken))).toEqual({ ...counts, slugs: { ready: ['one', 'two'] } })
    await callAnswer(`${url}/mcp`, token, 'one__echo')
    await callAnswer(`${url}/mcp`, token, 'one__fail')
    await callAnswer(`${url}/mcp`, token, 'nobody')
    await begin(`${url}/mcp`, token)
    const answer = await fetch(`${url}/metrics`, { headers: bearer(ownerToken) })
    const text = await answer.text()
    expect(answer.headers.get('content-type')).toContain('version=0.0.4')
    for (const line of [
      'switchboard_tool_calls_total{server="one",outcome="OK"} 1',
      'switchboard_tool_calls_total{server="one",outcome="TOOL_ERROR"} 1',
      'switchboard_tool_calls_total{server="",outcome="UNKNOWN_TOOL"} 1',
      'switchboard_tool_call_duration_seconds_count{server="one"} 2',
      'switchboard_servers{state="ready"} 2',
      'switchboard_client_sessions 1',
      'switchboard_calls_held 0',
      'process_resident_memory_bytes ',
    ])
      expect(text).toContain(`\n${line}`)
    expect(text).not.toMatch(/NaN|undefined/)
  })
})

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((file) => statSync(file).isFile())
}
