/**
 * A client that speaks HTTP without a library, in either era, and reports everything that arrives in answer to a call.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { paramsOf, type SoakCall } from '#test/soak/soakCalls'
import type { SoakEngine } from '#test/soak/soakEngine'

export type Json = Record<string, unknown>

export type Answered =
  /** All of the response's messages in order, and their text. */
  | { readonly kind: 'response'; readonly status: number; readonly messages: readonly Json[]; readonly text: string }
  /** The engine was not running, or died during the call. */
  | { readonly kind: 'noEngine' }
  /** The client closed the connection itself, which is how the modern era cancels. */
  | { readonly kind: 'hungUp' }
  /** Nothing arrived for longer than any call may take. */
  | { readonly kind: 'hang' }

export interface SoakClient {
  readonly name: string
  call(call: SoakCall, id: number): Promise<Answered>
  close(): Promise<void>
}

const types = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
export const legacyVersion = '2025-11-25'
const modernVersion = '2026-07-28'

export interface ClientOptions {
  readonly engine: SoakEngine
  readonly name: string
  /** The longest time that a call may take. */
  readonly patienceMs: number
  /** Receives everything that reaches this client outside of its calls. */
  readonly onStream: (text: string) => void
  /** Reports events that must not happen to a client. */
  readonly onOffence: (what: string) => void
}

/** What the client says about itself in every modern request. */
export function modernMeta(name: string): Json {
  return {
    'io.modelcontextprotocol/protocolVersion': modernVersion,
    'io.modelcontextprotocol/clientCapabilities': {},
    'io.modelcontextprotocol/clientInfo': { name, version: '1' },
    'io.modelcontextprotocol/logLevel': 'info',
  }
}

export function modernClient({ engine, name, patienceMs }: ClientOptions): SoakClient {
  return {
    name,
    call: async (call, id) => {
      const params = paramsOf(call, modernMeta(name))
      const controller = new AbortController()
      if (call.cancelAfterMs !== null) void delay(call.cancelAfterMs).then(() => controller.abort())
      const headers = { 'mcp-protocol-version': modernVersion, 'mcp-method': call.method, 'mcp-name': call.target }
      return exchange(engine, { id, method: call.method, params }, headers, patienceMs, controller.signal)
    },
    close: () => Promise.resolve(),
  }
}

export function legacyClient({ engine, name, patienceMs, onStream }: ClientOptions): SoakClient {
  let session: Promise<Json | null> | null = null
  let stream = new AbortController()

  const open = async (): Promise<Json | null> => {
    const params = { protocolVersion: legacyVersion, capabilities: {}, clientInfo: { name, version: '1' } }
    const { url } = engine
    if (url === null) return null
    const answer = await post(url, engine.token, { id: 0, method: 'initialize', params }, {}).catch(() => null)
    await answer?.arrayBuffer().catch(() => undefined)
    const id = answer?.headers.get('mcp-session-id') ?? null
    if (id === null) return null
    const headers = { 'mcp-session-id': id, 'mcp-protocol-version': legacyVersion }
    await exchange(engine, { id: 1, method: 'logging/setLevel', params: { level: 'info' } }, headers, patienceMs)
    stream.abort()
    stream = new AbortController()
    void listen(url, headers, stream.signal)
    return headers
  }

  const listen = async (url: string, headers: Record<string, string>, signal: AbortSignal): Promise<void> => {
    try {
      const authorization = `Bearer ${engine.token}`
      const response = await fetch(`${url}/mcp`, {
        headers: { ...headers, accept: 'text/event-stream', authorization },
        signal,
      })
      const decoder = new TextDecoder()
      if (response.body !== null)
        for await (const chunk of response.body) onStream(decoder.decode(chunk, { stream: true }))
    } catch {
      // The stream ends with the engine, or with this client.
    }
  }

  return {
    name,
    call: async (call, id) => {
      const headers = (await (session ??= open())) as Record<string, string> | null
      if (headers === null) {
        session = null
        return { kind: 'noEngine' }
      }
      const params = paramsOf(call)
      if (call.cancelAfterMs !== null)
        void delay(call.cancelAfterMs).then(() =>
          exchange(engine, { method: 'notifications/cancelled', params: { requestId: id } }, headers, patienceMs),
        )
      const answered = await exchange(engine, { id, method: call.method, params }, headers, patienceMs)
      // A restarted engine does not know earlier sessions.
      if (answered.kind === 'noEngine' || (answered.kind === 'response' && answered.status === 404)) session = null
      return answered
    },
    close: () => Promise.resolve(stream.abort()),
  }
}

async function exchange(
  engine: SoakEngine,
  message: Json,
  headers: Record<string, string>,
  patienceMs: number,
  hangUp?: AbortSignal,
): Promise<Answered> {
  const { url } = engine
  if (url === null) return { kind: 'noEngine' }
  const patience = AbortSignal.timeout(patienceMs)
  const signal = hangUp === undefined ? patience : AbortSignal.any([patience, hangUp])
  try {
    const response = await post(url, engine.token, message, headers, signal)
    const text = await response.text()
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true
    return { kind: 'response', status: response.status, messages: isStream ? fromStream(text) : fromJson(text), text }
  } catch {
    if (patience.aborted) return { kind: 'hang' }
    return { kind: hangUp?.aborted === true ? 'hungUp' : 'noEngine' }
  }
}

function post(
  url: string,
  token: string,
  message: Json,
  headers: Record<string, string>,
  signal?: AbortSignal,
): Promise<Response> {
  return fetch(`${url}/mcp`, {
    method: 'POST',
    headers: { ...types, ...headers, authorization: `Bearer ${token}` },
    body: JSON.stringify({ jsonrpc: '2.0', ...message }),
    ...(signal === undefined ? {} : { signal }),
  })
}

function fromStream(text: string): Json[] {
  return [...text.matchAll(/^data: (.+)$/gm)].map(([, data]) => JSON.parse(data ?? '') as Json)
}

function fromJson(text: string): Json[] {
  return text === '' ? [] : [JSON.parse(text) as Json]
}
