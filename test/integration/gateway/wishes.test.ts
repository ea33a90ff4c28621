/** A request's preferences besides its address: its project, and its preferred labels. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openGateway, type GatewayHost } from '#test/integration/gateway/gatewayHost'
import { everything, homeProject, text } from '#test/integration/gateway/scriptedEngine'
import { bothTypes, modernRequest, post, type Json } from '#test/support/mcpClients'

const workProject = { kind: 'project', projectId: 'p2' } as const

let host: GatewayHost
beforeEach(async () => {
  host = await openGateway()
  host.engine.on('echo', () => text('done'))
  host.engine.setTools(homeProject, ['cook'])
  host.engine.setTools(workProject, ['write'])
})
afterEach(() => host.close())

type Headers = Record<string, string>

async function modern(path: string, headers: Headers, meta: Json, method = 'tools/call'): Promise<Json> {
  const request = modernRequest(1, method, method === 'tools/call' ? { name: 'echo' } : {}, meta)
  const answer = await fetch(host.url + path, { ...request, headers: { ...(request.headers as Headers), ...headers } })
  return (await answer.json()) as Json
}

async function begin(path: string, headers: Headers, meta?: Json): Promise<{ id: string | null; answer: Json }> {
  const params = { protocolVersion: '2025-11-25', capabilities: {}, ...(meta && { _meta: meta }) }
  const response = await post(host.url + path, { jsonrpc: '2.0', id: 0, method: 'initialize', params }, headers)
  return { id: response.headers.get('mcp-session-id'), answer: (await response.json()) as Json }
}

const inHome = { 'x-switchboard-project': 'home' }

describe('[R13] the project of a request', () => {
  it.each<[string, string, Headers, Json, object]>([
    ['none', '', {}, {}, everything],
    ['by header', '', inHome, {}, homeProject],
    ['by _meta', '', {}, { 'switchboard/project': 'home' }, homeProject],
    ['by both', '', inHome, { 'switchboard/project': 'home' }, homeProject],
    ['that of the address', '/p/home', inHome, {}, homeProject],
    ['that of the server', '/s/git', inHome, {}, { kind: 'server', slug: 'git', projectId: 'p1' }],
  ])('%s', async (_title, path, headers, meta, scope) => {
    expect(await modern(path, headers, meta)).toMatchObject({ result: text('done') })
    expect(host.engine.calls[0]?.scope).toEqual(scope)
  })

  it.each<[string, string, Headers, Json]>([
    ['unknown', '', { 'x-switchboard-project': 'nowhere' }, {}],
    ['not text', '', {}, { 'switchboard/project': 1 }],
    ['not the project of the address', '/p/work', inHome, {}],
    ['not a project of the server', '/s/git', { 'x-switchboard-project': 'work' }, {}],
    ['one in the header, another in _meta', '', inHome, { 'switchboard/project': 'work' }],
  ])('%s: refused, and nothing is called', async (_title, path, headers, meta) => {
    expect(await modern(path, headers, meta)).toMatchObject({ id: 1, error: { code: -32602 } })
    expect((await begin(path, headers, meta)).answer).toMatchObject({ id: 0, error: { code: -32602 } })
    expect(host.engine.calls).toEqual([])
  })

  it('given with initialize applies to everything that the session lists, calls and is notified of', async () => {
    const { id } = await begin('', inHome)
    const session = { 'mcp-session-id': id ?? '' }
    const ask = async (method: string, params: Json = {}, more: Headers = {}) =>
      (await (await post(host.url, { jsonrpc: '2.0', id: 1, method, params }, { ...session, ...more })).json()) as Json
    expect(await ask('tools/list')).toMatchObject({ result: { tools: [{ name: 'cook' }] } })
    await ask('tools/call', { name: 'echo' })
    expect(host.engine.calls[0]?.scope).toEqual(homeProject)
    const other = await ask('tools/call', { name: 'echo' }, { 'x-switchboard-project': 'work' })
    expect(other).toMatchObject({ error: { code: -32602 } })
    const stream = await fetch(host.url, { headers: { ...session, accept: 'text/event-stream' } })
    host.engine.setTools(everything, ['other'])
    host.clock.advance(300)
    host.engine.setTools(homeProject, ['cook', 'bake'])
    host.clock.advance(300)
    host.gateway.close()
    expect((await stream.text()).split('list_changed')).toHaveLength(2)
  })
})

describe('[R19] preferred labels of a request', () => {
  it.each<[string, Headers, Json, readonly string[] | undefined]>([
    ['none', {}, {}, undefined],
    ['nothing but commas', { 'x-switchboard-prefer': ' , ' }, {}, undefined],
    ['by header', { 'x-switchboard-prefer': 'gpu, eu' }, {}, ['gpu', 'eu']],
    ['by _meta as text', {}, { 'switchboard/prefer': 'gpu,eu' }, ['gpu', 'eu']],
    [
      'in _meta take precedence over those in the header',
      { 'x-switchboard-prefer': 'eu' },
      { 'switchboard/prefer': ['a'] },
      ['a'],
    ],
  ])('%s', async (_title, headers, meta, prefer) => {
    await modern('', headers, meta)
    expect(host.engine.calls[0]?.prefer).toEqual(prefer)
  })

  it('in an invalid form are refused', async () => {
    expect(await modern('', {}, { 'switchboard/prefer': [1] })).toMatchObject({ error: { code: -32602 } })
  })

  it('given with initialize apply to the session', async () => {
    const { id } = await begin('', { 'x-switchboard-prefer': 'gpu' })
    const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'echo' } }
    await fetch(host.url, {
      method: 'POST',
      headers: { ...bothTypes, 'mcp-session-id': id ?? '' },
      body: JSON.stringify(call),
    })
    expect(host.engine.calls[0]?.prefer).toEqual(['gpu'])
  })
})
