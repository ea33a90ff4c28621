/**
 * An MCP server over real HTTP, in the test's process: both eras of streamable HTTP and the transport of 2024, with all
 * the faults that a network and a careless author can cause. It records what it receives.
 */
import http, { type IncomingMessage, type ServerResponse } from 'node:http'
import https from 'node:https'
import type { AddressInfo } from 'node:net'
import type { Incoming, JsonObject as Json, RequestId } from '#test/servers/wire'

export interface RemoteOptions {
  readonly eras?: readonly ('legacy' | 'modern')[]
  /** `sse` is the transport of 2024, where a POST to the server's address is a 404. */
  readonly transport?: 'http' | 'sse'
  /** Legacy only: whether the server issues a session and requires it. */
  readonly session?: boolean
  /** Legacy only: whether the server offers a stream for notifications. */
  readonly stream?: boolean
  /** The form in which calls are answered. */
  readonly answers?: 'json' | 'events'
  /** Whether events have ids, so that a broken response can be resumed. */
  readonly resumable?: boolean
  /** May handle a request before the server sees it, and then returns true. */
  readonly before?: (request: IncomingMessage, response: ServerResponse, body: string) => boolean
  readonly tools?: readonly Json[]
  /** The text with which a tool answers this request. Undefined for the usual answer. */
  readonly textOf?: (tool: string, request: IncomingMessage) => string | undefined
  readonly port?: number
  readonly tls?: { readonly key: string; readonly cert: string }
  /** SSE only: the address that the server gives for messages. */
  readonly endpoint?: string
  /** Whether the server records what it receives. True by default. */
  readonly remembers?: boolean
}

export interface Received {
  readonly method: string
  readonly path: string
  readonly headers: http.IncomingHttpHeaders
  readonly message: Incoming | null
  /** Whether the client disconnected before the response was complete. */
  left: boolean
}

export interface RemoteServer {
  readonly url: string
  readonly port: number
  readonly received: readonly Received[]
  /** Returns the received messages of this JSON-RPC method. */
  of(method: string): readonly Received[]
  /** Resolves when this many requests with this method have arrived. */
  seen(method: string, count?: number): Promise<readonly Received[]>
  /** Replaces the tools and notifies all listeners. */
  setTools(names: readonly string[]): void
  readonly openStreams: number
  dropStreams(): void
  forgetSessions(): void
  /** Cuts every connection and stops listening. */
  die(): Promise<void>
  /** Listens again at the same address. */
  revive(): Promise<void>
  close(): Promise<void>
}

const versionKey = 'io.modelcontextprotocol/protocolVersion'
const modern = '2026-07-28'
const defaultTools = ['echo', 'slow', 'big', 'cut', 'resumed', 'hang'].map(toolNamed)

export function toolNamed(name: string): Json {
  return { name, description: name, inputSchema: { type: 'object', properties: {} } }
}

export async function startRemote(options: RemoteOptions = {}): Promise<RemoteServer> {
  const { eras = ['legacy'], transport = 'http', session = true, stream = true, answers = 'json' } = options
  const received: Received[] = []
  const sessions = new Set<string>()
  const streams = new Map<ServerResponse, RequestId | null>()
  const kept = new Map<string, string[]>()
  const waiting = new Set<() => void>()
  let tools = options.tools ?? defaultTools
  let lastEvent = 0
  let lastSession = 0

  const event = (data: string, id?: string) =>
    `${id === undefined ? '' : `id: ${id}\n`}event: message\ndata: ${data}\n\n`
  const openEvents = (response: ServerResponse) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.flushHeaders()
  }
  const json = (response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
  }
  const rpc = (id: RequestId | undefined, body: Json) => ({ jsonrpc: '2.0', id, ...body })

  const resultOf = (method: string, params: Json, isModern: boolean, request: IncomingMessage): Json | null => {
    const capabilities = { tools: { listChanged: true } }
    switch (method) {
      case 'initialize':
        return isModern
          ? null
          : { protocolVersion: '2025-11-25', capabilities, serverInfo: { name: 'remote', version: '1' } }
      case 'server/discover':
        return isModern ? { supportedVersions: [modern], capabilities, ttlMs: 0, cacheScope: 'private' } : null
      case 'tools/list':
        return { tools }
      case 'ping':
        return isModern ? null : {}
      case 'tools/call': {
        const input = (params['arguments'] ?? {}) as Json
        const usual = params['name'] === 'big' ? 'x'.repeat(Number(input['bytes'])) : JSON.stringify(input)
        return { content: [{ type: 'text', text: options.textOf?.(String(params['name']), request) ?? usual }] }
      }
      default:
        return null
    }
  }

  const answerTo = (id: RequestId, method: string, params: Json, isModern: boolean, request: IncomingMessage): Json => {
    const result = resultOf(method, params, isModern, request)
    if (result === null) return rpc(id, { error: { code: -32601, message: `Method not found: ${method}` } })
    return rpc(id, { result: isModern ? { resultType: 'complete', ...result } : result })
  }

  /** Handles tools with special behaviour. Returns false for other tools. */
  const misbehave = (
    id: RequestId,
    params: Json,
    isModern: boolean,
    request: IncomingMessage,
    response: ServerResponse,
  ): boolean => {
    const answer = JSON.stringify(answerTo(id, 'tools/call', params, isModern, request))
    const input = (params['arguments'] ?? {}) as Json
    switch (params['name']) {
      case 'hang':
        openEvents(response)
        return true
      case 'cut':
        response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' })
        response.write('{"jsonrpc":')
        setTimeout(() => response.destroy(), 20)
        return true
      case 'slow': {
        openEvents(response)
        const token = (params['_meta'] as Json | undefined)?.['progressToken']
        const note = { progressToken: token, progress: 1, total: 2 }
        if (token !== undefined)
          response.write(event(JSON.stringify(rpc(undefined, { method: 'notifications/progress', params: note }))))
        setTimeout(() => response.end(event(answer)), Number(input['ms'] ?? 50))
        return true
      }
      case 'resumed': {
        openEvents(response)
        const eventId = `e${++lastEvent}`
        kept.set(eventId, [event(answer, `e${++lastEvent}`)])
        response.write(`id: ${eventId}\nretry: 10\ndata: \n\n`)
        setTimeout(() => response.destroy(), 20)
        return true
      }
      default:
        return false
    }
  }

  const acceptLegacySession = (
    request: IncomingMessage,
    response: ServerResponse,
    method: string | undefined,
  ): boolean => {
    if (!session || method === 'initialize') return true
    const given = request.headers['mcp-session-id']
    if (typeof given === 'string' && sessions.has(given)) return true
    const status = given === undefined ? 400 : 404
    json(response, status, {
      jsonrpc: '2.0',
      error: { code: -32000, message: 'Bad Request: no valid session' },
      id: null,
    })
    return false
  }

  const post = (
    request: IncomingMessage,
    response: ServerResponse,
    { id, method = '', params = {} }: NonNullable<Received['message']>,
  ) => {
    const isModern = eras.includes('modern') && (params['_meta'] as Json | undefined)?.[versionKey] === modern
    if (!isModern && !eras.includes('legacy')) {
      json(
        response,
        400,
        rpc(id, { error: { code: -32022, message: 'Unsupported protocol version', data: { supported: [modern] } } }),
      )
      return
    }
    if (!isModern && !acceptLegacySession(request, response, method)) return
    if (id === undefined) {
      response.writeHead(202).end()
      return
    }
    if (method === 'subscriptions/listen' && isModern) {
      openEvents(response)
      streams.set(response, id)
      const note = {
        method: 'notifications/subscriptions/acknowledged',
        params: { notifications: { toolsListChanged: true } },
      }
      response.write(event(JSON.stringify(rpc(undefined, note))))
      return
    }
    if (method === 'tools/call' && misbehave(id, params, isModern, request, response)) return
    const answer = answerTo(id, method, params, isModern, request)
    const headers: Record<string, string> = {}
    if (method === 'initialize' && session) {
      const name = `session-${++lastSession}`
      sessions.add(name)
      headers['mcp-session-id'] = name
    }
    const unknown = isModern && 'error' in answer
    if (answers === 'json' || unknown) json(response, unknown ? 404 : 200, answer, headers)
    else {
      response.writeHead(200, { 'content-type': 'text/event-stream', ...headers })
      response.end(event(JSON.stringify(answer)))
    }
  }

  const get = (request: IncomingMessage, response: ServerResponse) => {
    const resumed = kept.get(String(request.headers['last-event-id']))
    if (!stream || !eras.includes('legacy')) response.writeHead(405).end()
    else if (acceptLegacySession(request, response, undefined)) {
      openEvents(response)
      if (resumed === undefined) streams.set(response, null)
      else response.end(resumed.join(''))
    }
  }

  const serveSse = (request: IncomingMessage, response: ServerResponse, message: Received['message']) => {
    if (request.method === 'GET' && request.url === '/mcp') {
      openEvents(response)
      streams.set(response, null)
      response.write(`event: endpoint\ndata: ${options.endpoint ?? '/messages?sessionId=1'}\n\n`)
      return
    }
    if (request.url?.startsWith('/messages') !== true || message === null) {
      response.writeHead(404, { 'content-type': 'text/html' }).end('<title>Error</title>Cannot POST')
      return
    }
    response.writeHead(202).end('Accepted')
    const { id, method = '', params = {} } = message
    if (id === undefined || params['name'] === 'hang') return
    const answer = answerTo(id, method, params, false, request)
    setTimeout(
      () => {
        for (const open of streams.keys()) open.write(event(JSON.stringify(answer)))
      },
      params['name'] === 'slow' ? 50 : 0,
    )
  }

  const serve = (request: IncomingMessage, response: ServerResponse, body: string) => {
    const message = body === '' ? null : (JSON.parse(body) as NonNullable<Received['message']>)
    const note: Received = {
      method: request.method ?? '',
      path: request.url ?? '',
      headers: request.headers,
      message,
      left: false,
    }
    if (options.remembers !== false) received.push(note)
    response.once('close', () => {
      note.left = !response.writableFinished
      streams.delete(response)
      wake()
    })
    wake()
    if (options.before?.(request, response, body) === true) return
    if (transport === 'sse') serveSse(request, response, message)
    else if (request.url?.split('?')[0] !== '/mcp') response.writeHead(404).end()
    else if (request.method === 'POST' && message !== null) post(request, response, message)
    else if (request.method === 'GET') get(request, response)
    else if (request.method === 'DELETE') {
      sessions.delete(String(request.headers['mcp-session-id']))
      response.writeHead(200).end()
    } else response.writeHead(405).end()
  }

  const wake = () => {
    for (const look of waiting) look()
  }
  const listener = (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => serve(request, response, Buffer.concat(chunks).toString('utf8')))
    for (const part of [request, response]) part.on('error', () => undefined)
  }
  const server = options.tls === undefined ? http.createServer(listener) : https.createServer(options.tls, listener)
  const listen = (port: number) =>
    new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen(port, '127.0.0.1', () => {
        server.off('error', reject)
        resolve()
      })
    })
  await listen(options.port ?? 0)
  const { port } = server.address() as AddressInfo
  const of = (method: string) => received.filter(({ message, method: verb }) => (message?.method ?? verb) === method)
  const die = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })

  return {
    url: `${options.tls === undefined ? 'http' : 'https'}://127.0.0.1:${port}/mcp`,
    port,
    received,
    of,
    seen: (method, count = 1) =>
      new Promise((resolve) => {
        const look = () => {
          const found = of(method)
          if (found.length < count) return
          waiting.delete(look)
          resolve(found)
        }
        waiting.add(look)
        look()
      }),
    setTools: (names) => {
      tools = names.map(toolNamed)
      const note = JSON.stringify(rpc(undefined, { method: 'notifications/tools/list_changed' }))
      for (const open of streams.keys()) open.write(event(note))
    },
    get openStreams() {
      return streams.size
    },
    dropStreams: () => {
      for (const open of streams.keys()) open.destroy()
    },
    forgetSessions: () => sessions.clear(),
    die,
    revive: () => listen(port),
    close: die,
  }
}
