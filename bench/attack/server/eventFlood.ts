/** A remote server whose stream keeps sending requests, and which never responds when their answers are posted. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import type { Attack } from '#bench/attack/attack'

const pings = 15_000
const playMs = 800

async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
  let body = ''
  for await (const chunk of request) body += String(chunk)
  if (request.method === 'GET') {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    const event = (id: number): string => `data: {"jsonrpc":"2.0","id":${id},"method":"ping"}\n\n`
    response.write(Array.from({ length: pings }, (_, id) => event(id)).join(''))
    return
  }
  const { id, method } = (body === '' ? {} : JSON.parse(body)) as { id?: unknown; method?: string }
  const answer = (result: object): void => {
    response.writeHead(200, { 'content-type': 'application/json', 'mcp-session-id': 'one' })
    response.end(JSON.stringify({ jsonrpc: '2.0', id, ...result }))
  }
  const serverInfo = { name: 'flood', version: '1' }
  if (method === 'initialize')
    answer({ result: { protocolVersion: '2025-06-18', capabilities: { tools: {} }, serverInfo } })
  else if (method === 'tools/list') answer({ result: { tools: [] } })
  else if (method?.startsWith('notifications/') === true) response.writeHead(202).end()
  else if (method !== undefined) answer({ error: { code: -32601, message: 'Method not found' } })
}

export const eventFlood: Attack = {
  name: 'flood of events',
  as: 'server',
  async play(target) {
    const server = createServer((request, response) => void serve(request, response).catch(() => response.destroy()))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    try {
      await target.withServer({ transport: 'http', url: `http://127.0.0.1:${port}/mcp` }, () => delay(playMs))
    } finally {
      server.closeAllConnections()
      server.close()
    }
    return []
  },
}
