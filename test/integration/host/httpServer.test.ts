import { createServer } from 'node:http'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { AppError } from '#contract/errors'
import { openDoor, send, withToken } from '#test/integration/host/openDoor'
import { temporaryFolder } from '#test/support/temporaryFolder'

describe('access to HTTP', () => {
  test('a wrong token and a missing one get the same answer, so that a guess reveals nothing', async () => {
    const { door } = await openDoor()
    for (const path of ['/mcp', '/api/v1/servers', '/api/openapi.json', '/api/v1/tickets']) {
      const wrong = await send(door.url, { path, method: 'POST', headers: { authorization: 'Bearer nearly' } })
      const missing = await send(door.url, { path, method: 'POST' })
      expect([wrong.status, wrong.text]).toEqual([401, missing.text])
      expect(missing.status).toBe(401)
      expect(missing.headers['www-authenticate']).toBe('Bearer')
    }
  })

  test('a page from another origin, or under another host name, reaches nothing even with the token', async () => {
    const { door } = await openDoor()
    for (const path of ['/', '/mcp', '/api/v1/servers']) {
      const foreignHost = await send(door.url, { path, headers: { ...withToken, host: 'evil.example' } })
      const foreignOrigin = await send(door.url, { path, headers: { ...withToken, origin: 'https://evil.example' } })
      expect([foreignHost.status, foreignOrigin.status]).toEqual([403, 403])
    }
  })

  test('healthz is open, for process monitors', async () => {
    const { door } = await openDoor()
    expect(await send(door.url, { path: '/healthz' })).toMatchObject({ status: 200, text: '{"ok":true}' })
  })
})

describe('dispatch of requests', () => {
  test.each([
    ['/mcp', 'gateway '],
    ['/mcp/s/git', 'gateway /s/git'],
    ['/mcp?x=1', 'gateway ?x=1'],
  ])('%s belongs to the gateway', async (path, text) => {
    const { door } = await openDoor()
    expect((await send(door.url, { path, method: 'POST', headers: withToken })).text).toBe(text)
  })

  test('a client that offers HTTP/2, such as Java’s, is answered in HTTP/1.1, and not mistaken for a WebSocket', async () => {
    const { door } = await openDoor()
    const offer = { connection: 'Upgrade, HTTP2-Settings', upgrade: 'h2c', 'http2-settings': 'AAMAAABk' }
    const answer = await send(door.url, { path: '/mcp', method: 'POST', headers: { ...withToken, ...offer } })
    expect([answer.status, answer.text]).toEqual([200, 'gateway '])
  })

  test('a path that only begins like a gateway path does not belong to the gateway', async () => {
    const { door } = await openDoor()
    expect((await send(door.url, { path: '/mcpx', headers: withToken })).status).toBe(404)
  })

  test('an internal gateway fault is answered without its text, and logged with it', async () => {
    const { door, log } = await openDoor({ handle: () => Promise.reject(new Error('hunter2')) })
    const answer = await send(door.url, { path: '/mcp', method: 'POST', headers: withToken })
    expect(answer.status).toBe(500)
    expect(answer.text).not.toContain('hunter2')
    expect(log.lines.map((line) => line.fields)).toEqual([{ path: '/mcp', cause: new Error('hunter2') }])
  })

  test('unknown routes are 404, in the form of all other errors', async () => {
    const { door } = await openDoor()
    const answer = await send(door.url, { path: '/api/v1/nothing', headers: withToken })
    expect(JSON.parse(answer.text)).toMatchObject({ code: 'NOT_FOUND', status: 404 })
  })

  test('the REST wire is described with every route of the contract', async () => {
    const { door } = await openDoor()
    const document = JSON.parse((await send(door.url, { path: '/api/openapi.json', headers: withToken })).text)
    expect(document.openapi).toMatch(/^3\.1/)
    expect(Object.keys(document.paths)).toContain('/servers/{slug}/enabled')
  })
})

describe('the page', () => {
  async function pageFolder() {
    const folder = await temporaryFolder()
    const page = join(folder, 'page')
    mkdirSync(join(page, 'assets'), { recursive: true })
    writeFileSync(join(page, 'index.html'), '<title>Switchboard</title>')
    writeFileSync(join(page, 'assets', 'main-abc.js'), 'export {}')
    writeFileSync(join(folder, 'secret.txt'), 'secret')
    return page
  }

  test('is served without a token, is never cached, cannot be framed, and runs only bundled code', async () => {
    const { door } = await openDoor({ pageFolder: await pageFolder() })
    const { status, headers, text } = await send(door.url)
    expect([status, text, headers['cache-control']]).toEqual([200, '<title>Switchboard</title>', 'no-store'])
    expect(headers['content-security-policy']).toContain("script-src 'self'")
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
    expect(headers['x-content-type-options']).toBe('nosniff')
  })

  test('[R32] servers’ pages are framed at one address, in a document without an origin, and reach nothing', async () => {
    const { door } = await openDoor({ pageFolder: await pageFolder() })
    const own = await send(door.url)
    expect(own.headers['content-security-policy']).toContain(`frame-src ${door.url}/app-frame`)
    const frame = await send(door.url, { path: `/app-frame?connect=${encodeURIComponent("* 'unsafe-eval'")}` })
    const policy = String(frame.headers['content-security-policy']).split('; ')
    expect(frame.status).toBe(200)
    expect(policy).toEqual(
      expect.arrayContaining([
        'sandbox allow-scripts',
        "default-src 'none'",
        "script-src 'unsafe-inline'",
        "connect-src 'none'",
        "frame-src 'none'",
        "form-action 'none'",
        `frame-ancestors ${door.url}`,
      ]),
    )
    const granted = await send(door.url, { path: '/app-frame?connect=https%3A%2F%2Fapi.example.com' })
    expect(granted.headers['content-security-policy']).toContain('connect-src https://api.example.com;')
    expect((await send(door.url, { path: '/app-frame', headers: { host: 'evil.example' } })).status).toBe(403)
  })

  test('its assets are cached for ever, because their names change with their content', async () => {
    const { door } = await openDoor({ pageFolder: await pageFolder() })
    const { headers, text } = await send(door.url, { path: '/assets/main-abc.js' })
    expect([text, headers['content-type']]).toEqual(['export {}', 'text/javascript; charset=utf-8'])
    expect(headers['cache-control']).toContain('immutable')
  })

  test.each([
    '/../secret.txt',
    '/assets/../../secret.txt',
    '/%2e%2e/secret.txt',
    '/..%2fsecret.txt',
    '//secret.txt',
    '/assets',
  ])('%s leads nowhere', async (path) => {
    const { door } = await openDoor({ pageFolder: await pageFolder() })
    expect((await send(door.url, { path })).status).toBe(404)
  })
})

describe('opening and closing', () => {
  test('a taken port is refused with the name of its holder and what to do', async () => {
    const other = createServer()
    other.listen(0, '127.0.0.1')
    await once(other, 'listening')
    onTestFinished(() => void other.close())
    const { port } = other.address() as AddressInfo
    const failure: unknown = await openDoor({ port }).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(AppError)
    const holder = process.platform === 'linux' ? `(process ${process.pid})` : 'another program'
    expect((failure as AppError).message).toMatch(new RegExp(`^Port ${port} is already used by`))
    expect((failure as AppError).message).toContain(holder)
  })

  test('a close finishes an answer under way, and the port is free after it', async () => {
    let hasStarted = () => {}
    const started = new Promise<void>((resolve) => (hasStarted = resolve))
    const { door } = await openDoor({
      handle: async (_request, response) => {
        hasStarted()
        setImmediate(() => response.end('whole'))
      },
    })
    const answer = send(door.url, { path: '/mcp', method: 'POST', headers: withToken })
    await started
    await door.close()
    expect((await answer).text).toBe('whole')
    await expect(send(door.url, { path: '/healthz' })).rejects.toThrow('ECONNREFUSED')
  })

  test('a stream that never ends does not keep the door from closing', async () => {
    const { door } = await openDoor({
      handle: async (_request, response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' })
        response.write(': here\n\n')
      },
    })
    const cut = send(door.url, { path: '/mcp', headers: withToken }).catch(() => 'cut')
    await send(door.url, { path: '/healthz' })
    await door.close()
    expect(await cut).toBe('cut')
  })
})
