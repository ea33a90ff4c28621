import { once } from 'node:events'
import { connect } from 'node:net'
import { MessageChannel } from 'node:worker_threads'
import { createORPCClient } from '@orpc/client'
import { RPCLink as PortLink } from '@orpc/client/message-port'
import { RPCLink } from '@orpc/client/websocket'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { maxAttachmentLength } from '#contract/chat/attachmentLimit'
import type { ContractClient } from '#main/host/control/controlClient'
import { maxBufferedBytes, maxMessageBytes } from '#main/host/wires/socketGuard'
import { wiresOnDemand } from '#main/host/wires/wiresOnDemand'
import type { Wires } from '#main/host/wires/wires'
import { openDoor, recordingLog, send, withToken } from '#test/integration/host/openDoor'
import { patience } from '#test/support/patience'

type Door = Awaited<ReturnType<typeof openDoor>>

async function buyTicket({ door }: Door): Promise<string> {
  const answer = await send(door.url, { method: 'POST', path: '/api/v1/tickets', headers: withToken })
  return (JSON.parse(answer.text) as { ticket: string }).ticket
}

function knock({ door }: Door, query: string, headers: Record<string, string> = {}) {
  const socket = new WebSocket(`${door.url.replace('http', 'ws')}/api/ws${query}`, { headers })
  socket.binaryType = 'arraybuffer'
  onTestFinished(() => socket.terminate())
  const outcome = new Promise<string>((resolve) => {
    socket.once('open', () => resolve('open'))
    socket.once('unexpected-response', (_request, response) => resolve(String(response.statusCode)))
    socket.once('error', () => {})
  })
  return { socket, outcome }
}

async function openSocket(opened: Door) {
  const { socket, outcome } = knock(opened, `?ticket=${await buyTicket(opened)}`)
  expect(await outcome).toBe('open')
  const websocket = socket as unknown as globalThis.WebSocket
  const client: ContractClient = createORPCClient(new RPCLink({ websocket }))
  return { socket, client }
}

describe('a WebSocket needs a ticket, and each ticket opens one WebSocket', () => {
  test('the second use of a ticket is refused', async () => {
    const opened = await openDoor()
    const ticket = await buyTicket(opened)
    expect(await knock(opened, `?ticket=${ticket}`).outcome).toBe('open')
    expect(await knock(opened, `?ticket=${ticket}`).outcome).toBe('401')
  })

  test.each([
    ['no ticket', '', {}, '401'],
    ['an invented ticket', '?ticket=abc', {}, '401'],
    ['a page from another origin', '?ticket=abc', { origin: 'https://evil.example' }, '403'],
    ['another name', '?ticket=abc', { host: 'evil.example' }, '403'],
  ])('%s is refused', async (_title, query, headers, status) => {
    expect(await knock(await openDoor(), query, headers).outcome).toBe(status)
  })
})

test('a server’s data crosses with unknown keys intact', async () => {
  const { client } = await openSocket(await openDoor())
  expect(await client.tools.listed()).toEqual([{ name: 'echo', 'x-vendor': { kept: true } }])
})

test('invalid messages at a port cause no unhandled rejection, which would end the process', async () => {
  const { wires } = await openDoor()
  const { port1, port2 } = new MessageChannel()
  onTestFinished(() => port2.close())
  await wires.servePort(port1)
  port1.start()
  for (const message of ['', '{', 7, null, { a: 1 }, new Uint8Array([0xff, 0])]) port2.postMessage(message)
  const client: ContractClient = createORPCClient(new PortLink({ port: port2 }))
  port2.start()
  expect(await client.projects.list()).toEqual([])
})

test('the largest attachment that the contract accepts comes through a socket and by REST', async () => {
  const opened = await openDoor()
  const call = { name: 'echo', arguments: { data: 'x'.repeat(maxAttachmentLength) } }
  const { client } = await openSocket(opened)
  await client.tools.call(call)
  const headers = { ...withToken, 'content-type': 'application/json' }
  const posted = await send(opened.door.url, {
    method: 'POST',
    path: '/api/v1/tools/call',
    headers,
    body: JSON.stringify(call),
  })
  expect([posted.status, opened.fake.calls()]).toEqual([200, 2])
})

test('a frame that is too large ends only its own socket', async () => {
  const opened = await openDoor()
  const { socket } = await openSocket(opened)
  const closed = once(socket, 'close')
  socket.send(Buffer.alloc(maxMessageBytes + 1))
  expect((await closed)[0]).toBe(1009)
  expect(await (await openSocket(opened)).client.projects.list()).toEqual([])
})

test('a reader that stops reading is cut off instead of filling the memory', async () => {
  const opened = await openDoor()
  const text = 'x'.repeat(1024 * 1024)
  opened.fake.onCall(() => ({ content: [{ type: 'text', text }] }))
  const { socket, client } = await openSocket(opened)
  socket.pause()
  const calls = Array.from({ length: (maxBufferedBytes / text.length) * 2 }, () =>
    client.tools.call({ name: 'large' }).catch((error: unknown) => error),
  )
  await vi.waitFor(() => expect(JSON.stringify(opened.log.lines)).toContain('stopped reading'), { timeout: 10_000 })
  socket.resume()
  await Promise.all(calls)
  expect(socket.readyState).toBe(socket.CLOSED)
  expect(opened.unread()).toBe(1)
})

test('a stream ends when its socket is gone', async () => {
  const opened = await openDoor()
  const { socket, client } = await openSocket(opened)
  const events = await client.events.subscribe()
  await vi.waitFor(() => expect(opened.fake.openStreams()).toBe(1), patience)
  socket.terminate()
  await vi.waitFor(() => expect(opened.fake.openStreams()).toBe(0), patience)
  await events.return?.(undefined)
})

test('closing the door tells the page why, and does not wait for half-dead sockets', async () => {
  const opened = await openDoor()
  const { socket } = await openSocket(opened)
  const closed = once(socket, 'close')
  await opened.door.close()
  expect((await closed)[0]).toBe(1001)
})

describe('REST', () => {
  const post = (path: string, body: string) => ({
    method: 'POST',
    path: `/api/v1${path}`,
    headers: { ...withToken, 'content-type': 'application/json' },
    body,
  })

  test.each([
    ['a body that is not JSON', post('/servers', '{'), 'INVALID_INPUT', 400],
    ['a body without required fields', post('/servers', '{"name":"x"}'), 'INVALID_INPUT', 400],
    ['a body that is too large', post('/servers', `"${'x'.repeat(maxMessageBytes)}"`), 'INVALID_INPUT', 400],
    ['an unknown server', { method: 'DELETE', path: '/api/v1/servers/nobody', headers: withToken }, 'NOT_FOUND', 404],
  ])('%s is answered like every other error', async (_title, request, code, status) => {
    const { door } = await openDoor()
    const answer = await send(door.url, request)
    expect([answer.status, JSON.parse(answer.text)]).toMatchObject([status, { code, status }])
  })

  test('an internal fault is logged with its route and cause, and answered without them', async () => {
    const opened = await openDoor()
    opened.fake.onCall(() => {
      throw new TypeError('hunter2')
    })
    const answer = await send(opened.door.url, post('/tools/call', '{"name":"x"}'))
    expect([answer.status, answer.text.includes('hunter2')]).toEqual([500, false])
    expect(opened.log.lines.map((line) => line.fields)).toContainEqual({
      route: 'tools.call',
      cause: new TypeError('hunter2'),
    })
  })

  test('a tool that answers with isError is an answer, not an error', async () => {
    const opened = await openDoor()
    opened.fake.onCall(() => ({ isError: true, content: [] }))
    const answer = await send(opened.door.url, post('/tools/call', '{"name":"x"}'))
    expect([answer.status, JSON.parse(answer.text)]).toEqual([200, { isError: true, content: [] }])
  })

  test('a typed error also keeps its data on the way through a stream', async () => {
    const opened = await openDoor()
    const { client } = await openSocket(opened)
    const read = async () => {
      for await (const lines of await client.servers.log({ slug: 'echo' })) expect(lines).toHaveLength(1)
    }
    await expect(read()).rejects.toMatchObject({ code: 'SERVER_LOST', message: 'it ended' })
  })
})

describe('wires that are created at first use', () => {
  async function openLate() {
    const { wires: made } = await openDoor()
    const log = recordingLog()
    const wanted: { make: (wires: Wires) => void; fail: (thrown: Error) => void }[] = []
    const make = vi.fn(() => new Promise<Wires>((resolve, reject) => wanted.push({ make: resolve, fail: reject })))
    const wires = wiresOnDemand(make, log)
    const opened = await openDoor({ wires, log })
    const first = () => vi.waitFor(() => wanted[0] ?? expect.fail('nobody needs them yet'), patience)
    return { opened, wires, made, make, first, log }
  }

  test('lose nothing that arrives before they exist, on either wire, and are created once', async () => {
    const { opened, wires, made, make, first } = await openLate()
    const { client } = await openSocket(opened)
    const bySocket = client.projects.list()
    const byRest = send(opened.door.url, { path: '/api/v1/projects', headers: withToken })
    const { port1, port2 } = new MessageChannel()
    onTestFinished(() => port2.close())
    const served = wires.servePort(port1)
    ;(await first()).make(made)
    expect(await bySocket).toEqual([])
    expect((await byRest).text).toBe('[]')
    await served
    port1.start()
    const atPort: ContractClient = createORPCClient(new PortLink({ port: port2 }))
    port2.start()
    expect(await atPort.projects.list()).toEqual([])
    expect(make).toHaveBeenCalledTimes(1)
  })

  // Nothing listens to such a socket yet, and an unhandled error event ends the process.
  test('lose at most the socket of an invalid frame that arrives before they exist', async () => {
    const { opened, first } = await openLate()
    const { host, hostname, port } = new URL(opened.door.url)
    const stranger = connect(Number(port), hostname).resume()
    onTestFinished(() => void stranger.destroy())
    const closed = once(stranger, 'close')
    const head =
      `GET /api/ws?ticket=${await buyTicket(opened)} HTTP/1.1\r\nHost: ${host}\r\nConnection: Upgrade\r\n` +
      'Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n'
    stranger.write(Buffer.concat([Buffer.from(head), Buffer.alloc(8, 0xff)]))
    ;(await first()).fail(new Error('a file is missing'))
    await closed
    expect((await send(opened.door.url, { path: '/healthz' })).status).toBe(200)
  })

  test('tell waiting callers if they cannot be created, and the door stays open', async () => {
    const { opened, first, log } = await openLate()
    const { socket } = await openSocket(opened)
    const closed = once(socket, 'close')
    const byRest = send(opened.door.url, { path: '/api/v1/projects', headers: withToken })
    ;(await first()).fail(new Error('a file is missing'))
    await closed
    expect((await byRest).status).toBe(500)
    expect(log.lines.map(({ message }) => message)).toContain('serving a socket failed')
    expect((await send(opened.door.url, { path: '/healthz' })).status).toBe(200)
  })
})

describe('messages that are not calls', () => {
  // Such a message was once only logged. Its sender, for example a page from another version, waited for ever for the
  // answer.
  test.each([
    ['nothing', ''],
    ['no JSON', '{"i":'],
    ['a list', '[]'],
    ['a message of an unknown kind', '{"i":"1","t":9}'],
    ['a call whose route is not text', '{"i":"1","p":{"u":5}}'],
    ['bytes that are not text', Buffer.from([0xff, 0x00])],
    // Such a message once ended all calls over its socket on the server, so that those under way were never answered.
    ['a call without an id', '{"p":{"u":"/app/info"}}'],
    ['a call whose id is not text', '{"i":1,"p":{"u":"/app/info"}}'],
  ])('close the socket, so that their sender learns that no answer will come: %s', async (_title, message) => {
    const opened = await openDoor()
    const { socket } = await openSocket(opened)
    const closed = once(socket, 'close')
    socket.send(message)
    expect((await closed)[0]).toBe(1007)
    const other = await openSocket(opened)
    expect(await other.client.projects.list()).toEqual([])
  })

  test('about a finished call do not close the socket', async () => {
    const { socket, client } = await openSocket(await openDoor())
    for (const kind of [3, 4]) socket.send(JSON.stringify({ i: 'over', t: kind, p: {} }))
    expect(await client.projects.list()).toEqual([])
  })
})
