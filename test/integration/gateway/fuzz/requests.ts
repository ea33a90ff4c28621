/** Requests that no client should send, made from a seed: what is wrong with them is mixed at random. */
import { initializeParams, modernParams } from '#test/integration/gateway/lineClients'

export type Random = () => number

/** mulberry32: the same seed, the same requests. */
export function seeded(seed: number): Random {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

export interface FuzzedRequest {
  /** Bytes as they go over the wire. */
  readonly head: string
  readonly body: Buffer
  readonly hasToken: boolean
  /** The body comes in parts; what is left out never comes. */
  readonly parts: number
  readonly isCut: boolean
}

export interface Places {
  readonly host: string
  readonly token: string
}

const paths = [
  '/mcp',
  '/mcp/',
  '/mcp/s/one',
  '/mcp/s/none',
  '/mcp/p/work',
  '/mcp/p/%00',
  '/mcp/%2e%2e/x',
  '/mcp?mode=search',
  '/sse',
  '/sse?session=x',
]
const verbs = ['POST', 'POST', 'POST', 'POST', 'POST', 'GET', 'DELETE', 'PUT', 'OPTIONS', 'HEAD', 'PATCH']
const tokens = (right: string) => [
  right,
  right,
  right,
  right,
  null,
  'wrong',
  '',
  `${right}x`,
  'Ünïcode'.normalize('NFKD'),
]
const hosts = (right: string) => [
  right,
  right,
  right,
  right,
  right,
  right,
  'evil.example',
  'localhost.evil.example',
  '127.0.0.1',
]
const origins = [null, null, null, null, null, 'http://evil.example', 'null', 'http://localhost:1']
const types = [
  'application/json',
  'application/json',
  'application/json',
  'application/json; charset=utf-8',
  'text/plain',
  '',
  'application/json\t;',
]
const accepts = ['application/json, text/event-stream', 'application/json, text/event-stream', '*/*', 'text/html', '']
const versions = [null, null, '2025-11-25', '2026-07-28', '2026-07-28', '2999-01-01', '1', 'x'.repeat(3_000)]
const ids: readonly unknown[] = [1, 'a', 0, -1, 1.5, null, {}, [], true, 2 ** 53, '', 'x'.repeat(5_000), '__proto__']
const methods = [
  'initialize',
  'tools/list',
  'tools/call',
  'tools/call',
  'prompts/get',
  'resources/read',
  'completion/complete',
  'ping',
  'server/discover',
  'logging/setLevel',
  'notifications/cancelled',
  'toString',
  '',
  'x'.repeat(2_000),
]
const values: readonly unknown[] = [
  null,
  1,
  'echo',
  '',
  [],
  {},
  { name: 'echo' },
  { name: 5 },
  { name: 'echo', arguments: 7 },
  { name: 'echo', _meta: 1 },
  { uri: '../../etc/passwd' },
  { ref: { type: 'ref/prompt' }, argument: {} },
  { requestState: 'switchboard.x.1.y', inputResponses: [], name: 'echo' },
  JSON.parse('{"__proto__":{"polluted":true}}'),
]

export function fuzzedRequest(random: Random, { host, token }: Places): FuzzedRequest {
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T
  const body = bodyOf(random, pick)
  const given = pick(tokens(token))
  const verb = pick(verbs)
  const origin = pick(origins)
  const version = pick(versions)
  const length = random() < 0.95 ? String(body.length) : pick(['-1', 'x', '99999999999', '0', String(body.length + 10)])
  const head = [
    `${verb} ${pick(paths)} HTTP/1.1`,
    `Host: ${pick(hosts(host))}`,
    ...(given === null ? [] : [`Authorization: Bearer ${given}`]),
    ...(origin === null ? [] : [`Origin: ${origin}`]),
    `Content-Type: ${pick(types)}`,
    `Accept: ${pick(accepts)}`,
    ...(version === null ? [] : [`MCP-Protocol-Version: ${version}`, `Mcp-Method: ${pick(methods)}`, 'Mcp-Name: echo']),
    ...(random() < 0.2 ? [`Mcp-Session-Id: ${pick(['none', '', 'x'.repeat(4_000)])}`] : []),
    ...(random() < 0.05 ? ['Transfer-Encoding: chunked'] : [`Content-Length: ${length}`]),
    'Connection: close',
  ].join('\r\n')
  const parts = random() < 0.1 ? 5 : 1
  return { head: `${head}\r\n\r\n`, body, hasToken: given === token, parts, isCut: random() < 0.05 }
}

function bodyOf(random: Random, pick: <T>(from: readonly T[]) => T): Buffer {
  const params = random() < 0.3 ? initializeParams() : random() < 0.4 ? modernParams({ name: 'echo' }) : pick(values)
  const message = { jsonrpc: pick(['2.0', '2.0', '2.0', '1.0', 2]), id: pick(ids), method: pick(methods), params }
  const text = JSON.stringify(random() < 0.1 ? [message, message] : message)
  const kind = random()
  if (kind < 0.7) return Buffer.from(text)
  if (kind < 0.8) return Buffer.from(text.slice(0, Math.floor(random() * text.length)))
  if (kind < 0.85) return Buffer.from(`${'['.repeat(20_000)}${']'.repeat(20_000)}`)
  if (kind < 0.9) return Buffer.from(Array.from({ length: 200 }, () => Math.floor(random() * 256)))
  if (kind < 0.92) return Buffer.alloc(5 * 1_024 * 1_024, 0x20)
  const broken = Buffer.from(text)
  broken[Math.floor(random() * broken.length)] = Math.floor(random() * 256)
  return broken
}
