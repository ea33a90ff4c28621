/** Clients that send requests and never read, over each wire. Only these clients are ended, with the reason. */
import { once } from 'node:events'
import { createServer as createSocketServer, connect, type Socket } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { type GatewayHost, openGateway } from '#test/integration/gateway/gatewayHost'
import { initializeParams } from '#test/integration/gateway/lineClients'
import { everything, text } from '#test/integration/gateway/scriptedEngine'
import { clientGrant } from '#test/support/clientGrant'
import { type Json, openSession } from '#test/support/mcpClients'
import { patience } from '#test/support/patience'
import { temporaryFolder } from '#test/support/temporaryFolder'

const large = 'x'.repeat(4 * 1024 * 1024)
const limits = { unreadBytes: 8 * 1024 * 1024, unreadBytesPerClient: 16 * 1024 * 1024, unreadMs: 60_000 }
const grant = clientGrant()

async function openHost(): Promise<GatewayHost> {
  const host = await openGateway(limits, grant)
  onTestFinished(() => host.close())
  host.engine.on('large', () => text(large))
  host.engine.on('echo', () => text('read'))
  return host
}

/** Connects to this port or path. The connection reads nothing until the test resumes it. */
function connectedTo(port: number | string): Socket {
  const socket = typeof port === 'string' ? connect(port) : connect(port, '127.0.0.1')
  socket.on('error', () => undefined)
  onTestFinished(() => void socket.destroy())
  return socket
}

const portOf = ({ url }: GatewayHost) => Number(new URL(url).port)

function posted(path: string, body: unknown, headers: Record<string, string> = {}): string {
  const json = JSON.stringify(body)
  const lines = Object.entries({
    host: '127.0.0.1',
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    'content-length': String(Buffer.byteLength(json)),
    ...headers,
  }).map(([name, value]) => `${name}: ${value}`)
  return `POST ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${json}`
}

const call = (id: number) => ({ jsonrpc: '2.0', id, method: 'tools/call', params: { name: 'large' } })

/**
 * Each function asks for far more than may wait unread, and reads nothing. It returns the client's end of the
 * connection.
 */
const wires: Readonly<Record<string, (host: GatewayHost) => Promise<Socket>>> = {
  'answers over HTTP, one request after the other': async (host) => {
    const { headers } = await openSession(host.url)
    const socket = connectedTo(portOf(host)).pause()
    for (let id = 1; id <= 12; id += 1) socket.write(posted('/mcp', call(id), headers))
    return socket
  },
  'a batch over HTTP': async (host) => {
    const { headers } = await openSession(host.url, '2025-03-26')
    const socket = connectedTo(portOf(host)).pause()
    socket.write(
      posted(
        '/mcp',
        Array.from({ length: 12 }, (_, id) => call(id)),
        headers,
      ),
    )
    return socket
  },
  'the stream of a session': async (host) => {
    const session = await openSession(host.url)
    const { headers } = session
    const socket = connectedTo(portOf(host)).pause()
    const lines = Object.entries({ host: 'x', accept: 'text/event-stream', ...headers }).map((pair) => pair.join(': '))
    socket.write(`GET /mcp HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`)
    await expect.poll(() => socket.readyState).toBe('open')
    await (await session.request(1, 'tools/call', { name: 'echo' })).text()
    const { caller } = host.engine.calls.at(-1) ?? {}
    await expect.poll(() => caller?.listens?.()).toBe(true)
    for (let count = 0; count < 12; count += 1) caller?.tell?.('notifications/of/a/vendor', { text: large })
    return socket
  },
  'the transport of 2024': async (host) => {
    const socket = connectedTo(portOf(host))
    socket.write('GET /sse HTTP/1.1\r\nhost: x\r\naccept: text/event-stream\r\n\r\n')
    let opened = ''
    while (!opened.includes('session=')) opened += String((await once(socket, 'data'))[0])
    socket.pause()
    const path = /data: (\S+)/.exec(opened)?.[1] ?? ''
    const post = (body: unknown) =>
      fetch(`${new URL(host.url).origin}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
    await post({ jsonrpc: '2.0', id: 0, method: 'initialize', params: initializeParams() })
    for (let id = 1; id <= 12; id += 1) await post(call(id))
    return socket
  },
  lines: async (host) => {
    const path = `${await temporaryFolder()}/lines`
    const server = createSocketServer((stream) =>
      host.gateway.acceptLines({ project: null, client: 'limited' })(stream),
    ).listen(path)
    onTestFinished(() => void server.close())
    const socket = connectedTo(path).pause()
    const say = (message: Json) => socket.write(`${JSON.stringify(message)}\n`)
    say({ jsonrpc: '2.0', id: 0, method: 'initialize', params: initializeParams() })
    for (let id = 1; id <= 12; id += 1) say(call(id))
    return socket
  },
}

// Catches an engine that keeps unread data: 20 MB per connection, for as long as the connection is open.
it.each(Object.entries(wires))('%s: a connection with unread data is ended, and no other is', async (_wire, flood) => {
  const host = await openHost()
  const other = await openSession(host.url)
  const socket = await flood(host)
  await expect.poll(() => host.gateway.unreadEnded, patience).toBe(1)
  expect(host.log.entries.filter(({ level }) => level === 'warn')).toEqual([
    expect.objectContaining({
      message: 'ended the connection of a client that does not read',
      fields: expect.objectContaining({ client: grant.client.id, on: 'one connection' }) as unknown,
    }),
  ])
  // Reads to its end the data that has already been sent.
  const closed = once(socket, 'close')
  socket.resume()
  await closed
  expect(await (await other.request(1, 'tools/call', { name: 'echo' })).json()).toHaveProperty('result')
})

// Catches a limit that applies only per connection: a client could open a thousand, each just below the limit.
it('unread data on all of one client’s connections together also has a limit', async () => {
  const host = await openHost()
  const { headers } = await openSession(host.url)
  const sockets: Socket[] = []
  await expect
    .poll(() => {
      const socket = connectedTo(portOf(host)).pause()
      socket.write(posted('/mcp', call(1), headers))
      sockets.push(socket)
      return host.gateway.unreadEnded
    }, patience)
    .toBeGreaterThan(0)
  expect(host.log.entries.at(-1)?.fields).toMatchObject({ on: 'all its connections' })
  const other = await openSession(host.url)
  expect(await (await other.request(1, 'tools/call', { name: 'echo' })).json()).toHaveProperty('result')
})

// Catches an answer that waits for ever for a reader that has hung, and an answer that is ended although the client
// reads it.
it('an answer that is not read for a minute is ended; an answer above the limit is not ended while it is read', async () => {
  const host = await openHost()
  const huge = 'x'.repeat(24 * 1024 * 1024)
  host.engine.on('large', () => text(huge))
  const session = await openSession(host.url)
  const { headers } = session
  expect((await (await session.request(1, 'tools/call', { name: 'large' })).text()).length).toBeGreaterThan(huge.length)
  connectedTo(portOf(host))
    .pause()
    .write(posted('/mcp', call(2), headers))
  await expect.poll(() => host.engine.calls.length, patience).toBe(2)
  await host.settled()
  host.clock.advance(50_000)
  expect(host.gateway.unreadEnded).toBe(0)
  host.clock.advance(20_000)
  expect(host.gateway.unreadEnded).toBe(1)
  expect(host.log.entries.at(-1)?.fields).toMatchObject({ on: 'an answer, for too long' })
})

it('a batch’s lists that together exceed the limit are sent as they arrive, each once', async () => {
  const host = await openHost()
  host.engine.setTools(
    everything,
    Array.from({ length: 400 }, (_, number) => `tool_${number}`.padEnd(100, '_')),
  )
  const session = await openSession(host.url, '2025-03-26')
  const ids = Array.from({ length: 20 }, (_, id) => id)
  const answer = await session.send(ids.map((id) => ({ jsonrpc: '2.0', id, method: 'tools/list' })))
  expect(answer.headers.get('content-type')).toBe('text/event-stream')
  const answered = (await answer.text()).split('\n').filter((line) => line.startsWith('data: '))
  expect(answered.map((line) => (JSON.parse(line.slice(6)) as Json)['id'])).toEqual(ids)
})
