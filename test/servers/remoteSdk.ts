/**
 * Remote servers made with the SDK, in the test's process: both of its lines, and all transports that it has supported.
 */
import { randomUUID } from 'node:crypto'
import http, { type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { Server as ServerV1 } from '@modelcontextprotocol/sdk/server/index.js'
import { SSEServerTransport } from '@modelcontextprotocol/sdk/server/sse.js'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js'
import { createMcpHandler, Server as ServerV2 } from '@modelcontextprotocol/server'

export interface SdkServer {
  readonly url: string
  setTool(name: string): Promise<void>
  close(): Promise<void>
}

type Handle = (request: IncomingMessage, response: ServerResponse) => Promise<void>

const capabilities = { tools: { listChanged: true }, logging: {} }

/** `say`: a log message that is sent during the call. `hold`: the call stays open. */
interface Input {
  readonly say?: unknown
  readonly hold?: unknown
}
const said = ({ say }: Input) => ({
  method: 'notifications/message' as const,
  params: { level: 'info' as const, data: say },
})
const held = ({ hold }: Input) => (hold === true ? new Promise<never>(() => undefined) : Promise.resolve())
const listed = (name: string) => ({ tools: [{ name, inputSchema: { type: 'object' as const } }] })
const echoed = (input: unknown) => ({ content: [{ type: 'text' as const, text: JSON.stringify(input) }] })

export async function startV1(transport: 'http' | 'sse'): Promise<SdkServer> {
  const servers: ServerV1[] = []
  const transports = new Map<string, StreamableHTTPServerTransport | SSEServerTransport>()
  let tool = 'echo'
  const connect = async (made: Transport) => {
    const server = new ServerV1({ name: 'v1', version: '1' }, { capabilities })
    server.setRequestHandler(ListToolsRequestSchema, () => listed(tool))
    server.setRequestHandler(CallToolRequestSchema, async ({ params }, extra) => {
      const progressToken = params._meta?.progressToken
      if (progressToken !== undefined)
        await extra.sendNotification({
          method: 'notifications/progress',
          params: { progressToken, progress: 1, total: 2 },
        })
      const input: Input = params.arguments ?? {}
      if (input.say !== undefined) await extra.sendNotification(said(input))
      await held(input)
      return echoed(params.arguments)
    })
    servers.push(server)
    await server.connect(made)
  }
  const streamable: Handle = async (request, response) => {
    const known = transports.get(String(request.headers['mcp-session-id']))
    if (known instanceof StreamableHTTPServerTransport) return known.handleRequest(request, response)
    const made = new StreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => void transports.set(id, made),
    })
    // The transport's optional handlers do not meet `exactOptionalPropertyTypes`.
    // oxlint-disable-next-line typescript/no-unnecessary-type-assertion -- the linter does not know that option
    await connect(made as Transport)
    await made.handleRequest(request, response)
  }
  const events: Handle = async (request, response) => {
    const known = transports.get(new URL(request.url ?? '', 'http://x').searchParams.get('sessionId') ?? '')
    if (known instanceof SSEServerTransport) return known.handlePostMessage(request, response)
    if (request.method === 'POST') {
      response.writeHead(404).end()
      return
    }
    const made = new SSEServerTransport('/messages', response)
    transports.set(made.sessionId, made)
    await connect(made)
  }
  return listen(transport === 'http' ? streamable : events, {
    async setTool(name) {
      tool = name
      // Server objects that were made for a probe have no session to notify.
      await Promise.allSettled(servers.map((server) => server.sendToolListChanged()))
    },
    close: () => Promise.allSettled(servers.map((server) => server.close())),
  })
}

/** Starts a server that answers the modern era. It answers the legacy era without sessions, or refuses it. */
export function startV2(legacy: 'stateless' | 'reject'): Promise<SdkServer> {
  let tool = 'echo'
  const handler = createMcpHandler(
    () => {
      const server = new ServerV2({ name: 'v2', version: '1' }, { capabilities })
      server.setRequestHandler('tools/list', () => listed(tool))
      server.setRequestHandler('tools/call', async ({ params }, context) => {
        const progressToken = params._meta?.progressToken
        if (progressToken !== undefined)
          await context.mcpReq.notify({
            method: 'notifications/progress',
            params: { progressToken, progress: 1, total: 2 },
          })
        const input: Input = params.arguments ?? {}
        if (input.say !== undefined) await context.mcpReq.notify(said(input))
        await held(input)
        return echoed(params.arguments)
      })
      return server
    },
    { legacy },
  )
  const serve: Handle = async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const gone = new AbortController()
    response.once('close', () => gone.abort())
    const answer = await handler.fetch(
      new Request(`http://${request.headers.host}${request.url}`, {
        method: request.method ?? 'GET',
        headers: Object.entries(request.headers).map(([name, value]) => [name, String(value)] as [string, string]),
        ...(request.method === 'POST' && { body: Buffer.concat(chunks) }),
        signal: gone.signal,
      }),
    )
    response.writeHead(answer.status, Object.fromEntries(answer.headers))
    if (answer.body === null) response.end()
    else
      Readable.fromWeb(answer.body)
        .on('error', () => response.destroy())
        .pipe(response)
  }
  return listen(serve, {
    setTool(name) {
      tool = name
      handler.notify.toolsChanged()
      return Promise.resolve()
    },
    close: () => handler.close(),
  })
}

async function listen(
  handle: Handle,
  own: { setTool(name: string): Promise<void>; close(): Promise<unknown> },
): Promise<SdkServer> {
  const server = http.createServer((request, response) => {
    handle(request, response).catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`,
    setTool: (name) => own.setTool(name),
    async close() {
      await own.close()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
