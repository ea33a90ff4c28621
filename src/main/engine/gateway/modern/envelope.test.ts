import { expect, test } from 'vitest'
import { decodeHeaderValue, envelopeProblem } from '#engine/gateway/modern/envelope'

const version = '2026-07-28'
const meta = {
  'io.modelcontextprotocol/protocolVersion': version,
  'io.modelcontextprotocol/clientCapabilities': {},
}
const list = { 'mcp-protocol-version': version, 'mcp-method': 'tools/list' }
const call = { 'mcp-protocol-version': version, 'mcp-method': 'tools/call' }
const named = (name: string) => ({ ...call, 'mcp-name': name })
const of = (method: string, name: string) => ({ ...named(name), 'mcp-method': method })
const nested = 'io.modelcontextprotocol/protocolVersion'

/** Catches a request being accepted although its headers contradict its body: proxies route by the headers. */
test.each<[string, Record<string, string>, string, Record<string, unknown>, number | null]>([
  ['all is well', list, 'tools/list', { _meta: meta }, null],
  ['no version header', { 'mcp-method': 'tools/list' }, 'tools/list', { _meta: meta }, -32020],
  ['no _meta', list, 'tools/list', {}, -32602],
  ['no version in _meta', list, 'tools/list', { _meta: { ...meta, [nested]: undefined } }, -32602],
  ['a version that is not a string', list, 'tools/list', { _meta: { ...meta, [nested]: 7 } }, -32602],
  ['no capabilities', list, 'tools/list', { _meta: { [nested]: version } }, -32602],
  ['versions differ', list, 'tools/list', { _meta: { ...meta, [nested]: 'v9' } }, -32020],
  [
    'unknown version',
    { ...list, 'mcp-protocol-version': 'v9' },
    'tools/list',
    { _meta: { ...meta, [nested]: 'v9' } },
    -32022,
  ],
  ['no method header', { 'mcp-protocol-version': version }, 'tools/list', { _meta: meta }, -32020],
  ['another method', list, 'tools/call', { name: 'a', _meta: meta }, -32020],
  ['another case', { ...list, 'mcp-method': 'TOOLS/LIST' }, 'tools/list', { _meta: meta }, -32020],
  ['a call by its name', named('a'), 'tools/call', { name: 'a', _meta: meta }, null],
  ['a call without Mcp-Name', call, 'tools/call', { name: 'a', _meta: meta }, -32020],
  ['a call by another name', named('b'), 'tools/call', { name: 'a', _meta: meta }, -32020],
  ['a call without a name', named('b'), 'tools/call', { _meta: meta }, -32602],
  ['an encoded name', named('=?base64?w7xiZXI=?='), 'tools/call', { name: 'über', _meta: meta }, null],
  ['the same name as raw bytes', named('über'), 'tools/call', { name: 'über', _meta: meta }, -32020],
  [
    'a name that looks encoded but is not',
    named('=?base64?YQ==?='),
    'tools/call',
    { name: '=?base64?YQ==?=', _meta: meta },
    -32020,
  ],
  [
    'the same, encoded',
    named('=?base64?PT9iYXNlNjQ/WVE9PT89?='),
    'tools/call',
    { name: '=?base64?YQ==?=', _meta: meta },
    null,
  ],
  ['a prompt by another name', of('prompts/get', 'b'), 'prompts/get', { name: 'a', _meta: meta }, -32020],
  ['a prompt by its name', of('prompts/get', 'a'), 'prompts/get', { name: 'a', _meta: meta }, null],
  ['a resource by its URI', of('resources/read', 'a:b'), 'resources/read', { uri: 'a:b', _meta: meta }, null],
  ['a resource by another URI', of('resources/read', 'a:c'), 'resources/read', { uri: 'a:b', _meta: meta }, -32020],
  ['a resource without a URI', of('resources/read', 'a:c'), 'resources/read', { name: 'a:c', _meta: meta }, -32602],
])('headers and _meta are checked: %s', (_title, headers, method, params, code) => {
  expect(envelopeProblem(headers, method, params)?.code ?? null).toBe(code)
})

test('an unsupported version is answered with the supported versions', () => {
  const params = { _meta: { ...meta, [nested]: '2027-01-01' } }
  expect(envelopeProblem({ ...list, 'mcp-protocol-version': '2027-01-01' }, 'tools/list', params)?.data).toEqual({
    supported: [version],
    requested: '2027-01-01',
  })
})

test.each([
  ['plain text', 'plain text'],
  ['SGVsbG8=', 'SGVsbG8='],
  ['=?base64?SGVsbG8=', '=?base64?SGVsbG8='],
  ['=?base64?SGVsbG8=?=', 'Hello'],
  ['=?base64??=', ''],
  ['=?BASE64?SGVsbG8=?=', '=?BASE64?SGVsbG8=?='],
  ['=?base64?SGVsbG8?=', null],
  ['=?base64?SGVs!!!bG8=?=', null],
  ['ü', null],
])('header value %s means %s', (value, meant) => {
  expect(decodeHeaderValue(value)).toBe(meant)
})
