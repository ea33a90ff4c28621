/** Behaviour that HTTP itself requires, in every era. */
import { request as httpRequest } from 'node:http'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openGateway, type GatewayHost } from '#test/integration/gateway/gatewayHost'
import { everything, gitServer, homeProject, text } from '#test/integration/gateway/scriptedEngine'
import { allEvents, bothTypes, modernRequest, openSession, post } from '#test/support/mcpClients'

let host: GatewayHost
beforeEach(async () => {
  host = await openGateway({ bodyBytes: 20_000 })
})
afterEach(() => host.close())

const ping = { jsonrpc: '2.0', id: 1, method: 'ping' }

describe('refusals', () => {
  /** Catches an answer that a client cannot distinguish from success, or from another failure. */
  it.each<[string, RequestInit, number, number | undefined]>([
    ['another method', { method: 'PUT' }, 405, -32600],
    ['no content type', { method: 'POST', headers: { accept: bothTypes.accept } }, 415, -32600],
    ['not JSON by its type', { method: 'POST', headers: { ...bothTypes, 'content-type': 'text/plain' } }, 415, -32600],
    ['one type only', { method: 'POST', headers: { ...bothTypes, accept: 'application/json' } }, 406, -32600],
    ['not JSON', { method: 'POST', headers: bothTypes, body: '{"a":' }, 400, -32700],
    ['an empty body', { method: 'POST', headers: bothTypes }, 400, -32700],
    ['endless nesting', { method: 'POST', headers: bothTypes, body: '['.repeat(9_000) }, 400, -32700],
    ['not JSON-RPC', { method: 'POST', headers: bothTypes, body: '{"a":1}' }, 400, -32600],
    ['too large', { method: 'POST', headers: bothTypes, body: JSON.stringify('x'.repeat(20_000)) }, 413, -32600],
    ['no session', { method: 'POST', headers: bothTypes, body: JSON.stringify(ping) }, 400, -32600],
    ['GET without a session', { headers: { accept: 'text/event-stream' } }, 400, -32600],
    ['GET of the modern era', { headers: { 'mcp-protocol-version': '2026-07-28' } }, 405, -32600],
    ['DELETE of the modern era', { method: 'DELETE', headers: { 'mcp-protocol-version': '2026-07-28' } }, 405, -32600],
  ])('%s', async (_title, init, status, code) => {
    const answer = await fetch(host.url, init)
    expect(answer.status).toBe(status)
    expect(await answer.json()).toMatchObject({ jsonrpc: '2.0', error: { code } })
  })

  it('names the allowed methods with a 405', async () => {
    const answer = await fetch(host.url, { method: 'PATCH' })
    expect(answer.headers.get('allow')).toBe('GET, POST, DELETE')
    const modern = await fetch(host.url, { headers: { 'mcp-protocol-version': '2026-07-28' } })
    expect(modern.headers.get('allow')).toBe('POST')
  })

  it.each(['/s/nobody', '/p/nobody', '/x', '/s/git/more', '/s/%ff'])('unknown address %s is 404', async (path) => {
    expect((await post(`${host.url}${path}`, ping)).status).toBe(404)
  })

  it('a body without a length is cut off at the limit, and the connection stays usable', async () => {
    const { status, body } = await postChunks(host.url, 'x'.repeat(1000), 30)
    expect(status).toBe(413)
    expect(JSON.parse(body)).toMatchObject({ error: { message: 'The body is larger than 20000 bytes' } })
    expect((await post(host.url, modernRequest(1, 'tools/list').body as string)).status).toBe(400)
  })

  it('a body announced as too large is refused before it arrives', async () => {
    const headers = { ...bothTypes, 'content-length': 30_000 }
    const status = await new Promise((resolve, reject) => {
      const request = httpRequest(host.url, { method: 'POST', headers }, (response) => {
        resolve(response.statusCode)
        request.destroy()
      })
      request.on('error', reject)
      request.flushHeaders()
    })
    expect(status).toBe(413)
  })

  it('a client that leaves in the middle of its body disturbs no other', async () => {
    const arrived = host.nextRequest()
    const request = httpRequest(host.url, { method: 'POST', headers: { ...bothTypes, 'content-length': 1000 } })
    const left = new Promise((resolve) => request.on('error', resolve))
    request.write('{"jsonrpc"')
    await arrived
    request.destroy()
    await left
    await host.settled()
    expect((await fetch(host.url, modernRequest(1, 'tools/list'))).status).toBe(200)
    expect(host.log.entries).toEqual([])
  })
})

describe('hostile input', () => {
  /** Catches a key in a client's JSON that changes an object's prototype. */
  it('keys named __proto__ go through as data and change nothing', async () => {
    host.engine.on('echo', ({ params }) => ({ content: [], got: JSON.stringify(params.arguments) }))
    const session = await openSession(host.url)
    const hostile = '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}'
    const body = `{"jsonrpc":"2.0","id":"__proto__","method":"tools/call","params":{"name":"echo","arguments":${hostile}}}`
    const answer = await session.send(body)
    expect(await answer.json()).toMatchObject({ id: '__proto__', result: { got: hostile } })
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
  })

  it('an id with line ends cannot forge events', async () => {
    host.engine.on('echo', (call) => {
      call.onNotification?.('notifications/progress', { progressToken: 'a\n\ndata: {}', progress: 1 })
      return text('done')
    })
    const session = await openSession(host.url)
    const id = 'x\n\ndata: {"jsonrpc":"2.0","id":9,"result":{}}\n\n'
    const answer = await session.request(id, 'tools/call', { name: 'echo' })
    const all = await allEvents(answer)
    expect(all).toHaveLength(2)
    expect(all[1]).toMatchObject({ id })
  })

  it('the name of an unknown tool comes back as data, whatever it contains', async () => {
    const name = '"},"result":{},"x":{"'
    const session = await openSession(host.url)
    const answer = await session.request(1, 'tools/call', { name })
    expect(await answer.json()).toEqual({
      jsonrpc: '2.0',
      id: 1,
      error: { code: -32602, message: `Unknown tool: ${name}` },
    })
  })
})

describe('lifetime of the gateway', () => {
  it('[R13] each address has its own tools', async () => {
    host.engine.setTools(everything, ['git__log', 'echo'])
    host.engine.setTools(gitServer, ['log'])
    host.engine.setTools(homeProject, ['cook'])
    const names = async (url: string) => {
      const answer = await fetch(url, modernRequest(1, 'tools/list'))
      const { result } = (await answer.json()) as { result: { tools: { name: string }[] } }
      return result.tools.map((tool) => tool.name)
    }
    expect(await names(host.url)).toEqual(['git__log', 'echo'])
    expect(await names(`${host.url}/s/git`)).toEqual(['log'])
    expect(await names(`${host.url}/p/home`)).toEqual(['cook'])
  })

  it('an internal fault is a 500 without details, and the next request succeeds', async () => {
    const { views } = host.engine as { views: { view: unknown } }
    const { view } = views
    let calls = 0
    views.view = (...given: [never]) => {
      calls += 1
      if (calls === 2) throw new Error('at /home/someone/secret')
      return (view as (scope: never) => unknown)(...given)
    }
    const answer = await fetch(host.url, modernRequest(1, 'tools/list'))
    expect(answer.status).toBe(500)
    expect(await answer.text()).not.toContain('secret')
    host.clock.advance(60_000)
    expect((await fetch(host.url, modernRequest(1, 'tools/list'))).status).toBe(200)
  })

  it('calls under way when it closes still get their answers', async () => {
    let answer = (): void => undefined
    const answered = new Promise<void>((resolve) => (answer = resolve))
    const arrived = new Promise<void>((resolve) => {
      host.engine.on('echo', async () => {
        resolve()
        await answered
        return text('done')
      })
    })
    const session = await openSession(host.url)
    const pending = session.request(1, 'tools/call', { name: 'echo' })
    await arrived
    host.gateway.close()
    answer()
    expect(await (await pending).json()).toMatchObject({ result: text('done') })
  })

  it('a closed gateway refuses with 503, and closing twice is fine', async () => {
    const session = await openSession(host.url)
    const stream = await fetch(host.url, { headers: { ...session.headers, accept: 'text/event-stream' } })
    host.engine.setTools(everything, ['before'])
    host.gateway.close()
    host.gateway.close()
    host.engine.setTools(everything, ['after'])
    expect((await fetch(host.url, modernRequest(1, 'tools/list'))).status).toBe(503)
    expect(await allEvents(stream)).toEqual([])
    expect(host.clock.waiting).toBe(0)
  })

  it('a result of 10 MB arrives completely', async () => {
    const big = 'ü'.repeat(5 * 1024 * 1024)
    host.engine.on('echo', () => text(big))
    const answer = await fetch(host.url, modernRequest(1, 'tools/call', { name: 'echo' }))
    const { result } = (await answer.json()) as { result: { content: { text: string }[] } }
    expect(result.content[0]?.text === big).toBe(true)
  })
})

function postChunks(url: string, chunk: string, count: number): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(url, { method: 'POST', headers: bothTypes }, (response) => {
      let body = ''
      response.setEncoding('utf8')
      response.on('data', (part: string) => (body += part))
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body }))
    })
    request.on('error', reject)
    for (let sent = 0; sent < count; sent += 1) request.write(chunk)
    request.end()
  })
}
