/**
 * A refused request without a token leaves no lasting cost, at every door, for every refusal, whatever is sent after
 * it.
 */
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { connect, type NetConnectOpts, type Socket } from 'node:net'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { AppError } from '#contract/errors'
import { openControlSocket } from '#main/host/control/controlSocket'
import { openDoor, token } from '#test/integration/host/openDoor'
import { temporaryFolder } from '#test/support/temporaryFolder'

interface OpenedDoor {
  readonly to: NetConnectOpts
  readonly close: () => Promise<void>
}

async function httpDoor(): Promise<OpenedDoor> {
  const { door } = await openDoor()
  return { to: { host: '127.0.0.1', port: Number(new URL(door.url).port) }, close: () => door.close() }
}

async function controlDoor(): Promise<OpenedDoor> {
  const control = await openControlSocket(await temporaryFolder(), {
    wires: { serveSocket: async () => undefined },
    acceptLines: () => {
      throw new AppError('NOT_FOUND', 'Project none does not exist.')
    },
    leave: () => ({ leaving: false, holder: 'headless', pid: 1 }),
  })
  onTestFinished(() => control.close())
  return { to: { path: control.path }, close: () => control.close() }
}

const webSocket = 'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n'
const webSocketKey = 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n'
const lines = 'Connection: Upgrade\r\nUpgrade: switchboard-lines\r\n'
const body = 'Content-Length: 1000000000\r\n'
const chunked = 'Transfer-Encoding: chunked\r\n'

interface Refusal {
  readonly head: string
  /** The expected status, or an empty string if Node sends no answer. */
  readonly status: string
}

/** Describes a refusal. `HOST` stands for the door's own address. */
const refused = (status: string, line: string, headers = '', host = 'HOST', begun = ''): Refusal => ({
  head: `${line} HTTP/1.1\r\nHost: ${host}\r\n${headers}\r\n${begun}`,
  status,
})

const byHttp: Readonly<Record<string, Refusal>> = {
  'a WebSocket without a ticket': refused('401', 'GET /api/ws', webSocket + webSocketKey),
  'a WebSocket with a wrong ticket': refused('401', 'GET /api/ws?ticket=guess', webSocket + webSocketKey),
  'a WebSocket without a key': refused('401', 'GET /api/ws', webSocket),
  'a WebSocket at an unknown address': refused('404', 'GET /other', webSocket + webSocketKey),
  'a WebSocket from another origin': refused(
    '403',
    'GET /api/ws',
    `${webSocket}${webSocketKey}Origin: http://evil\r\n`,
  ),
  'a WebSocket by another name': refused('403', 'GET /api/ws', webSocket + webSocketKey, 'evil.example'),
  'a CONNECT': refused('', 'CONNECT evil.example:443'),
  '/mcp': refused('401', 'POST /mcp', body),
  '/mcp in chunks': refused('401', 'POST /mcp', chunked),
  '/mcp that waits to be asked for its body': refused('100', 'POST /mcp', `${body}Expect: 100-continue\r\n`),
  '/mcp with a wrong token': refused('401', 'POST /mcp', `${body}Authorization: Bearer guess\r\n`),
  'a stream of /mcp': refused('401', 'GET /mcp', 'Accept: text/event-stream\r\n'),
  '/sse': refused('401', 'GET /sse'),
  'a message for /sse': refused('401', 'POST /sse/messages', body),
  'the REST wire': refused('401', 'POST /api/v1/servers', body),
  'a ticket': refused('401', 'POST /api/v1/tickets', chunked),
  // A request with a token is read before it is refused.
  'a body that is too large, with the token': refused(
    '400',
    'POST /api/v1/servers',
    `${body}Content-Type: application/json\r\nAuthorization: Bearer ${token}\r\n`,
    'HOST',
    '{',
  ),
  'the figures': refused('401', 'GET /metrics'),
  'the page by another name': refused('403', 'GET /', '', 'evil.example'),
  'an unknown address': refused('404', 'POST /nothing', body),
  'an address open to all, with a body': refused('200', 'POST /healthz', body),
  'a header that is too long': refused('431', 'GET /', `X: ${'x'.repeat(20_000)}\r\n`),
  'bytes that are not HTTP': { head: '\u0016\u0003\u0001\r\n\r\n', status: '400' },
}

const byControlSocket: Readonly<Record<string, Refusal>> = {
  'a bridge of an unknown project': refused('404', 'GET /lines?project=none', lines),
  'a bridge with another protocol': refused('400', 'GET /lines', webSocket + webSocketKey),
  'a command without a key': refused('400', 'GET /', webSocket),
  'a command of an old version': refused('400', 'GET /', webSocket.replace('13', '7') + webSocketKey),
  'a request at the control socket': refused('426', 'POST /other', body),
  'a CONNECT at the control socket': refused('', 'CONNECT evil.example:443'),
  'a request to leave, with a body': refused('200', 'POST /leave', body),
}

/** What a client sends after the head. The client keeps its side open as long as the door allows. */
const followed: Readonly<Record<string, (socket: Socket) => void>> = {
  nothing: () => undefined,
  'the end': (socket) => void socket.end(),
  '70 KB': (socket) => void socket.write(Buffer.alloc(70_000, 'x')),
  'a flood': (socket) => {
    const block = Buffer.alloc(256 * 1024, 'x')
    const pour = () => {
      while (socket.writable && socket.write(block)) continue
    }
    socket.on('drain', pour)
    pour()
  },
  'a byte now and then': (socket) => {
    const timer = setInterval(() => socket.writable && socket.write('x'), 100)
    socket.once('close', () => clearInterval(timer))
  },
}

function openHandles(): number {
  const sockets = new Set(['TCPSocketWrap', 'PipeWrap', 'TCPServerWrap', 'PipeServerWrap'])
  return process.getActiveResourcesInfo().filter((kind) => sockets.has(kind)).length
}

/**
 * Sends the text and what follows it, and never closes its own side. Resolves with everything received when the other
 * side has ended.
 */
async function speak(to: NetConnectOpts, text: string, follow: (socket: Socket) => void) {
  const socket = connect({ ...to, allowHalfOpen: true })
  let said = ''
  socket.on('data', (chunk) => (said += chunk.toString('latin1')))
  // A flooding client may see a reset instead of the end.
  socket.on('error', () => undefined)
  const gone = Promise.race([once(socket, 'end'), once(socket, 'close')]).catch(() => undefined)
  socket.write(text)
  follow(socket)
  await gone
  return { socket, said }
}

const doors = {
  'the HTTP door': { open: httpDoor, refusals: byHttp },
  'the control socket': { open: controlDoor, refusals: byControlSocket },
}
const eachDoor = Object.entries(doors).map(([name, door]) => ({ name, ...door }))

describe.each(eachDoor)('$name', ({ open, refusals }) => {
  test.each(Object.keys(followed))('every refused request, followed by %s, is answered and closed', async (what) => {
    const follow = followed[what] ?? expect.unreachable()
    const { to, close } = await open()
    const before = openHandles()
    const address = 'port' in to ? `127.0.0.1:${to.port}` : 'control'
    const speaking = Object.entries(refusals).flatMap(([name, { head, status }]) =>
      [1, 2, 3].map(async () => {
        const { socket, said } = await speak(to, head.replace('HOST', address), follow)
        return { name, status, socket, said: said.slice(0, 'HTTP/1.1 '.length + status.length) }
      }),
    )
    const answers = await Promise.all(speaking)
    // The clients' sockets stay open in this process. The door has released its end of each.
    const held = () => answers.filter(({ socket }) => !socket.destroyed).length
    await expect.poll(() => openHandles() - held()).toBeLessThanOrEqual(before)
    for (const { socket } of answers) socket.destroy()
    await close()
    // A flooding client may lose the answer. The data after the head may itself be a fault, such as half a body or an
    // invalid chunk.
    const wrong = answers.filter(
      ({ status, said }) => status !== '' && said !== `HTTP/1.1 ${status}` && said !== 'HTTP/1.1 400',
    )
    if (what !== 'a flood') expect(wrong.map(({ name, said }) => ({ name, said }))).toEqual([])
  })

  test('closing does not wait for refused connections that stay open', async () => {
    const { to, close } = await open()
    const address = 'port' in to ? `127.0.0.1:${to.port}` : 'control'
    const answered = Object.values(refusals).filter(({ status }) => status !== '')
    const held = answered.map(({ head }) => {
      const socket = connect({ ...to, allowHalfOpen: true }).on('error', () => undefined)
      socket.write(head.replace('HOST', address))
      socket.write(Buffer.alloc(70_000, 'x'))
      return socket
    })
    await Promise.all(held.map((socket) => once(socket, 'readable')))
    await expect(close()).resolves.toBeUndefined()
    for (const socket of held) socket.destroy()
  })
})

test('a client that sends nothing, sends too slowly, or does not read a public answer does not delay the close', async () => {
  const folder = join(await temporaryFolder(), 'page')
  mkdirSync(folder)
  writeFileSync(join(folder, 'index.html'), Buffer.alloc(32 * 1024 * 1024, 'x'))
  const { door } = await openDoor({ pageFolder: folder })
  const port = Number(new URL(door.url).port)
  const before = openHandles()
  const silent = speak({ port }, '', () => undefined)
  const slow = speak({ port }, 'GET / HTTP/1.1\r\nHo', followed['a byte now and then'] ?? expect.unreachable())
  const deaf = connect({ port, allowHalfOpen: true }).on('error', () => undefined)
  deaf.pause()
  deaf.write(`GET / HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`)
  const ended = await Promise.all([silent, slow])
  const own = [deaf, ...ended.map(({ socket }) => socket)]
  const held = () => own.filter((socket) => !socket.destroyed).length
  await expect.poll(() => openHandles() - held(), { timeout: 25_000 }).toBeLessThanOrEqual(before)
  for (const socket of own) socket.destroy()
}, 60_000)
