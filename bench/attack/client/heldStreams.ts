/** The client opens as many streams and sessions as it can get, and leaves them open until it disconnects. */
import { setTimeout as delay } from 'node:timers/promises'
import type { Attack } from '#bench/attack/attack'
import { asLimitedClient, attempt } from '#bench/attack/client/limitedClient'
import { letGo, openSockets } from '#bench/attack/rawSockets'
import { McpClient } from '#bench/load/mcpClient'

const streams = 600
const sessions = 100
const holdMs = 200

export const heldStreams: Attack = {
  name: 'held streams',
  as: 'client',
  async play(target) {
    await asLimitedClient(target, {}, async ({ endpoint }) => {
      const { port, token } = endpoint
      const clients = Array.from({ length: sessions }, () => new McpClient(endpoint))
      for (const client of clients) await attempt(client.open())
      const opened = await openSockets(port, streams)
      for (const [place, socket] of opened.entries()) {
        const path = place % 2 === 0 ? '/sse' : '/mcp'
        socket.write(
          `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAccept: text/event-stream\r\nAuthorization: Bearer ${token}\r\n\r\n`,
        )
      }
      await delay(holdMs)
      letGo(opened)
      for (const client of clients) client.close()
    })
    return []
  },
}
