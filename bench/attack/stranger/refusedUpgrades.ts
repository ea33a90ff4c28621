/** Refused upgrades whose sender keeps writing and never closes the connection. */
import { setTimeout as delay } from 'node:timers/promises'
import type { Attack } from '#bench/attack/attack'
import { letGo, openSockets } from '#bench/attack/rawSockets'

const sockets = 100
const afterwards = Buffer.alloc(70_000, 'x')
const holdMs = 200
const paths = ['/api/ws', '/api/ws?ticket=guess', '/mcp', '/nowhere']

export const refusedUpgrades: Attack = {
  name: 'refused upgrades',
  as: 'stranger',
  async play({ port }) {
    const opened = await openSockets(port, sockets)
    for (const [place, socket] of opened.entries()) {
      const path = paths[place % paths.length]
      socket.write(
        `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
          'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n',
      )
    }
    await delay(holdMs)
    for (const socket of opened) socket.write(afterwards)
    await delay(holdMs)
    letGo(opened)
    return []
  },
}
