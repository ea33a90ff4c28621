/** MCP clients for tests: a raw one that sees every byte, and the SDK's clients in both major versions. */
import { Client as ClientV2, StreamableHTTPClientTransport as TransportV2 } from '@modelcontextprotocol/client'
import type { ClientOptions as OptionsV2 } from '@modelcontextprotocol/client'
import { Client as ClientV1, type ClientOptions as OptionsV1 } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as TransportV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { Transport as AnyTransportV1 } from '@modelcontextprotocol/sdk/shared/transport.js'

export type Json = Record<string, unknown>
type Headers = Record<string, string>

export const bothTypes = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }

export async function connectV1(url: string, options: OptionsV1 = {}, headers: Headers = {}): Promise<ClientV1> {
  const client = new ClientV1({ name: 'client of v1', version: '1.0.0' }, options)
  // The transport's optional session id does not meet `exactOptionalPropertyTypes`.
  // oxlint-disable-next-line typescript/no-unnecessary-type-assertion -- the linter does not know that option
  await client.connect(new TransportV1(new URL(url), { requestInit: { headers } }) as AnyTransportV1)
  return client
}

export async function connectV2(
  url: string,
  mode: 'auto' | 'legacy' | 'modern',
  options: OptionsV2 = {},
  headers: Headers = {},
): Promise<ClientV2> {
  const versionNegotiation = { mode: mode === 'modern' ? { pin: '2026-07-28' } : mode }
  const client = new ClientV2({ name: 'client of v2', version: '1.0.0' }, { ...options, versionNegotiation })
  await client.connect(new TransportV2(new URL(url), { requestInit: { headers } }))
  return client
}

/** A JSON-RPC request of the modern era, with all required fields. */
export function modernRequest(id: string | number, method: string, params: Json = {}, meta: Json = {}): RequestInit {
  const name = method === 'tools/call' ? { 'mcp-name': String(params['name']) } : {}
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': {},
    'io.modelcontextprotocol/clientInfo': { name: 'raw', version: '1' },
    ...meta,
  }
  return {
    method: 'POST',
    headers: { ...bothTypes, 'mcp-protocol-version': '2026-07-28', 'mcp-method': method, ...name },
    body: JSON.stringify({ jsonrpc: '2.0', id, method, params: { ...params, _meta } }),
  }
}

export function post(url: string, body: unknown, headers: Headers = {}, signal?: AbortSignal): Promise<Response> {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return fetch(url, { method: 'POST', headers: { ...bothTypes, ...headers }, body: text, ...(signal && { signal }) })
}

/** A legacy session, driven message by message. */
export interface RawSession {
  readonly headers: Headers
  /** Sends one message, a batch, or a request in parts. */
  send(body: unknown, signal?: AbortSignal): Promise<Response>
  request(id: string | number, method: string, params?: Json, signal?: AbortSignal): Promise<Response>
  notify(method: string, params?: Json): Promise<Response>
  openStream(signal: AbortSignal): Promise<Response>
}

export async function openSession(url: string, version = '2025-11-25', capabilities: Json = {}): Promise<RawSession> {
  const params = { protocolVersion: version, capabilities, clientInfo: { name: 'raw', version: '1' } }
  const answer = await post(url, { jsonrpc: '2.0', id: 0, method: 'initialize', params })
  await answer.arrayBuffer()
  const id = answer.headers.get('mcp-session-id')
  if (id === null) throw new Error(`no session: ${answer.status}`)
  const headers = { 'mcp-session-id': id, 'mcp-protocol-version': version }
  const send = (body: unknown, signal?: AbortSignal) => post(url, body, headers, signal)
  return {
    headers,
    send,
    request: (requestId, method, given = {}, signal) =>
      send({ jsonrpc: '2.0', id: requestId, method, params: given }, signal),
    notify: (method, given = {}) => send({ jsonrpc: '2.0', method, params: given }),
    openStream: (signal) => fetch(url, { headers: { ...headers, accept: 'text/event-stream' }, signal }),
  }
}

/** Yields an event stream's messages as they arrive, and its comments as their text. */
export async function* events(response: Response): AsyncGenerator<Json | string> {
  if (response.body === null) return
  const decoder = new TextDecoder()
  let buffer = ''
  for await (const chunk of response.body) {
    buffer += decoder.decode(chunk, { stream: true })
    const blocks = buffer.split('\n\n')
    buffer = blocks.pop() ?? ''
    for (const block of blocks) {
      const data = /^data: (.*)$/m.exec(block)?.[1]
      yield data === undefined ? block : (JSON.parse(data) as Json)
    }
  }
}

/** Resolves with everything in an event stream when it ends. */
export async function allEvents(response: Response): Promise<(Json | string)[]> {
  const all = []
  for await (const event of events(response)) all.push(event)
  return all
}

export async function nextEvent(stream: AsyncGenerator<Json | string>): Promise<Json | string | undefined> {
  const { value, done } = await stream.next()
  return done === true ? undefined : value
}
