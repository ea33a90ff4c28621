/** Requests that are never completed, and large ones, all without a token. */
import { setTimeout as delay } from 'node:timers/promises'
import type { Attack } from '#bench/attack/attack'
import { letGo, openSockets, postText } from '#bench/attack/rawSockets'

const holdMs = 300
const large = 'x'.repeat(3_000_000)

export const halfRequests: Attack = {
  name: 'half requests',
  as: 'stranger',
  async play({ port }) {
    const host = `Host: 127.0.0.1:${port}\r\n`
    const texts = [
      'GET / HT',
      `GET /mcp HTTP/1.1\r\n${host}X-Half: `,
      `GET / HTTP/1.1\r\n${host}X-Large: ${'x'.repeat(60_000)}`,
      `POST /mcp HTTP/1.1\r\n${host}Content-Length: 4000000\r\n\r\n{"half`,
      `POST /api/v1/servers HTTP/1.1\r\n${host}Transfer-Encoding: chunked\r\n\r\nfffffff\r\nx`,
      `${`GET /healthz HTTP/1.1\r\n${host}\r\n`.repeat(100)}GET /heal`,
    ]
    const opened = await openSockets(port, 20 * texts.length)
    for (const [place, socket] of opened.entries()) socket.write(texts[place % texts.length] ?? '')
    const loud = await openSockets(port, 8)
    for (const socket of loud) socket.write(postText(port, '/mcp', null, large))
    await delay(holdMs)
    letGo([...opened, ...loud])
    return []
  },
}
