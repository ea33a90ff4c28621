import { expect, test } from 'vitest'
import { paramHeaderProblem, paramHeadersOf } from '#engine/gateway/modern/paramHeaders'

const region = { type: 'string', 'x-mcp-header': 'Region' }

test.each<[string, unknown, object[]]>([
  ['nothing', { type: 'object', properties: { a: { type: 'string' } } }, []],
  ['a parameter', { properties: { region } }, [{ name: 'mcp-param-region', path: ['region'] }]],
  [
    'a nested one',
    { properties: { a: { properties: { region } } } },
    [{ name: 'mcp-param-region', path: ['a', 'region'] }],
  ],
  ['a parameter inside an array does not count', { properties: { a: { items: { properties: { region } } } } }, []],
  ['a parameter inside anyOf does not count', { anyOf: [{ properties: { region } }] }, []],
  ['a name that is not a header name', { properties: { a: { 'x-mcp-header': 'a b\r\n' } } }, []],
  ['an empty name', { properties: { a: { 'x-mcp-header': '' } } }, []],
  ['no schema', null, []],
])('the headers that a schema declares: %s', (_title, schema, expected) => {
  expect(paramHeadersOf(schema)).toEqual(expected)
})

test('a schema that is nested too deep declares no headers', () => {
  let schema: Record<string, unknown> = {}
  for (let level = 0; level < 10_000; level += 1) schema = { properties: { a: schema } }
  expect(paramHeadersOf(schema)).toEqual([])
})

/**
 * Catches a call being accepted although its header and its arguments name different regions: proxies route by the
 * header.
 */
test.each<[string, string | undefined, unknown, boolean]>([
  ['the same', 'eu', 'eu', true],
  ['encoded', '=?base64?w7w=?=', 'ü', true],
  ['encoded wrongly', '=?base64?SGVsbG8?=', 'Hello', false],
  ['a value that looks encoded but is not', '=?base64?SGVsbG8=', '=?base64?SGVsbG8=', true],
  ['another', 'us', 'eu', false],
  ['missing', undefined, 'eu', false],
  ['neither', undefined, undefined, true],
  ['null in the body', undefined, null, true],
  ['nothing in the body', 'eu', undefined, false],
  ['a number in another spelling', '42.0', 42, true],
  ['another number', '43', 42, false],
  ['an empty number', ' ', 0, false],
  ['true', 'true', true, true],
  ['True', 'True', true, false],
  ['an object in the body', '[object Object]', {}, false],
  ['raw bytes', 'ü', 'ü', false],
])('a header is compared with its parameter: %s', (_title, header, value, fine) => {
  const headers = header === undefined ? {} : { 'mcp-param-region': header }
  const problem = paramHeaderProblem([{ name: 'mcp-param-region', path: ['region'] }], headers, { region: value })
  expect(problem === null).toBe(fine)
  expect(problem?.code ?? -32020).toBe(-32020)
})
