/** Random HTTP requests that no client should send. One request can combine several faults. */
import { brokenText, methods, wrongIds, wrongValues } from '#test/integration/fuzz/wrongValues'
import { initializeParams, modernParams } from '#test/integration/gateway/lineClients'
import type { SeededRandom } from '#test/soak/seededRandom'

export interface FuzzedRequest {
  /** The head as it is sent. */
  readonly head: string
  readonly body: Buffer
  readonly hasToken: boolean
  /** The number of parts in which the body is sent. If `isCut`, the last part is never sent. */
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

export function fuzzedRequest(random: SeededRandom, { host, token }: Places): FuzzedRequest {
  const body = bodyOf(random)
  const given = random.pick(tokens(token))
  const verb = random.pick(verbs)
  const origin = random.pick(origins)
  const version = random.pick(versions)
  const length = random.chance(0.95)
    ? String(body.length)
    : random.pick(['-1', 'x', '99999999999', '0', String(body.length + 10)])
  const head = [
    `${verb} ${random.pick(paths)} HTTP/1.1`,
    `Host: ${random.pick(hosts(host))}`,
    ...(given === null ? [] : [`Authorization: Bearer ${given}`]),
    ...(origin === null ? [] : [`Origin: ${origin}`]),
    `Content-Type: ${random.pick(types)}`,
    `Accept: ${random.pick(accepts)}`,
    ...(version === null
      ? []
      : [`MCP-Protocol-Version: ${version}`, `Mcp-Method: ${random.pick(methods)}`, 'Mcp-Name: echo']),
    ...(random.chance(0.2) ? [`Mcp-Session-Id: ${random.pick(['none', '', 'x'.repeat(4_000)])}`] : []),
    ...(random.chance(0.05) ? ['Transfer-Encoding: chunked'] : [`Content-Length: ${length}`]),
    'Connection: close',
  ].join('\r\n')
  const parts = random.chance(0.1) ? 5 : 1
  return { head: `${head}\r\n\r\n`, body, hasToken: given === token, parts, isCut: random.chance(0.05) }
}

function bodyOf(random: SeededRandom): Buffer {
  const params = random.chance(0.3)
    ? initializeParams()
    : random.chance(0.4)
      ? modernParams({ name: 'echo' })
      : random.pick(wrongValues)
  const jsonrpc = random.pick(['2.0', '2.0', '2.0', '1.0', 2])
  const message = { jsonrpc, id: random.pick(wrongIds), method: random.pick(methods), params }
  const text = JSON.stringify(random.chance(0.1) ? [message, message] : message)
  if (random.chance(0.7)) return Buffer.from(text)
  return random.chance(0.05) ? Buffer.alloc(5 * 1_024 * 1_024, 0x20) : brokenText(random, text)
}
