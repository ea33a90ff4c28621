/** Clients on a stream of lines: a hand-written one, and a transport for the SDK's clients of both lines. */
import { type Duplex, duplexPair, type Readable, type Writable } from 'node:stream'
import { createInterface } from 'node:readline'
import type { Transport as TransportV2 } from '@modelcontextprotocol/client'
import type { Gateway } from '#engine/gateway/gateway'
import type { Json } from '#test/support/mcpClients'

export function openLines(gateway: Gateway, project: string | null = null, client: string | null = null): Duplex {
  const [near, far] = duplexPair()
  gateway.acceptLines({ project, client })(far)
  return near
}

/** Returns a transport that sends lines on an existing stream, as the SDK's stdio transport does. */
export function lineTransport(stream: Duplex): TransportV2 {
  const transport: TransportV2 = {
    start: () => {
      createInterface(stream).on('line', (line) => transport.onmessage?.(JSON.parse(line) as never))
      stream.once('close', () => transport.onclose?.())
      return Promise.resolve()
    },
    send: (message) => new Promise((resolve) => stream.write(`${JSON.stringify(message)}\n`, () => resolve())),
    close: () => {
      stream.end()
      return Promise.resolve()
    },
  }
  return transport
}

export interface RawLines {
  say(message: unknown): void
  request(id: number | string, method: string, params?: Json): void
  next(): Promise<Json>
}

export function rawLines(readable: Readable, writable: Writable): RawLines {
  const lines = createInterface(readable)[Symbol.asyncIterator]()
  const say = (message: unknown) =>
    void writable.write(`${typeof message === 'string' ? message : JSON.stringify(message)}\n`)
  return {
    say,
    request: (id, method, params = {}) => say({ jsonrpc: '2.0', id, method, params }),
    next: async () => {
      const { value, done } = await lines.next()
      if (done === true) throw new Error('the stream has ended')
      return JSON.parse(value) as Json
    },
  }
}

const meta = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
  'io.modelcontextprotocol/clientInfo': { name: 'raw', version: '1' },
}

export function modernParams(params: Json = {}, more: Json = {}): Json {
  return { ...params, _meta: { ...meta, ...more } }
}

export function initializeParams(version = '2025-11-25', capabilities: Json = {}): Json {
  return { protocolVersion: version, capabilities, clientInfo: { name: 'raw', version: '1' } }
}
