/**
 * One connection sends requests without waiting for answers. They are served in order, and requests from other
 * connections are served in between.
 */
import { connect, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { openDoor, send } from '#test/integration/host/openDoor'

function open(url: string): { readonly socket: Socket; text(): string; statuses(): number } {
  const socket = connect({ host: '127.0.0.1', port: Number(new URL(url).port) })
  onTestFinished(() => void socket.destroy())
  // A connection that ends with unread requests is reset.
  socket.on('error', () => socket.destroy())
  let text = ''
  socket.on('data', (data: Buffer) => (text += data.toString('latin1')))
  return { socket, text: () => text, statuses: () => text.split('HTTP/1.1 ').length - 1 }
}

const asked = (path: string, headers = ''): string => `GET ${path} HTTP/1.1\r\nHost: HOST\r\n${headers}\r\n`

// Catches a door that serves a whole packet before other connections: 2,000 requests without a token made every other
// client wait.
test('pipelined requests on one connection are answered in order, and another connection is answered before the last', async () => {
  const { door } = await openDoor()
  const many = open(door.url)
  const count = 200
  const paths = Array.from({ length: count }, (_, place) => (place % 2 === 0 ? '/healthz' : '/readyz'))
  const text = paths.map((path) => asked(path)).join('') + asked('/healthz', 'Connection: close\r\n')
  const closed = new Promise((resolve) => many.socket.once('close', resolve))
  many.socket.write(text.replaceAll('HOST', new URL(door.url).host))
  await new Promise((resolve) => many.socket.once('data', resolve))
  const other = await send(door.url, { path: '/healthz', headers: { host: new URL(door.url).host } })
  const answeredBefore = many.statuses()
  await closed
  expect(other.status).toBe(200)
  expect(answeredBefore).toBeLessThan(count)
  expect(many.text().match(/\{[^\r\n]*\}/g)).toEqual([
    ...paths.map((path) => (path === '/healthz' ? '{"ok":true}' : '{"ready":true,"servers":{}}')),
    '{"ok":true}',
  ])
})

test('a connection that sends requests without reading is ended, and its requests are dropped', async () => {
  const { door } = await openDoor({ handle: () => new Promise(() => undefined) })
  const { socket } = open(door.url)
  const closed = new Promise((resolve) => socket.once('close', resolve))
  const authorization = 'Authorization: Bearer the-token\r\n'
  const text = asked('/mcp', authorization) + asked('/healthz').repeat(2_000)
  socket.write(text.replaceAll('HOST', new URL(door.url).host))
  await closed
  await expect.poll(() => door.inUse().open).toBe(0)
})
