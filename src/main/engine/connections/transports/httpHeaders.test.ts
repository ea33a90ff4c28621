import { describe, expect, it } from 'vitest'
import { headerValue, modernHeaders, parameterHeadersOf } from '#engine/connections/transports/httpHeaders'

const base64 = (text: string) => `=?base64?${Buffer.from(text).toString('base64')}?=`

describe('the value of a header', () => {
  it.each([
    ['plain text', 'plain text'],
    ['tab\tinside', 'tab\tinside'],
    ['ü', base64('ü')],
    [' leading', base64(' leading')],
    ['line\nbreak', base64('line\nbreak')],
    ['', base64('')],
    ['=?base64?eA==?=', base64('=?base64?eA==?=')],
  ])('%j is sent as %j', (text, value) => {
    expect(headerValue(text)).toBe(value)
  })
})

describe('the headers of a modern request', () => {
  const request = (method: string, params: Record<string, unknown>) =>
    modernHeaders({ id: 1, method, params, alone: true }, parameterHeadersOf([tool]))
  const tool = {
    name: 't',
    inputSchema: {
      type: 'object',
      properties: {
        text: { type: 'string', 'x-mcp-header': 'Text' },
        flag: { type: 'boolean', 'x-mcp-header': 'Flag' },
        count: { type: 'integer', 'x-mcp-header': 'Count' },
        deep: { type: 'object', properties: { er: { type: 'string', 'x-mcp-header': 'Deeper' } } },
      },
    },
  }
  const basic = (method: string) => ({ 'mcp-protocol-version': '2026-07-28', 'mcp-method': method })

  it.each([
    ['tools/list', {}, {}],
    ['prompts/get', { name: 'p' }, { 'mcp-name': 'p' }],
    ['resources/read', { uri: 'file:///x' }, { 'mcp-name': 'file:///x' }],
    ['resources/list', { uri: 'no name' }, {}],
  ])('%s', (method, params, named) => {
    expect(request(method, params)).toEqual({ ...basic(method), ...named })
  })

  it('repeat the parameters that a tool declares, if their types and locations are allowed', () => {
    const input = { text: 'a', flag: false, count: 3, deep: { er: 'ü' }, other: 'x' }
    expect(request('tools/call', { name: 't', arguments: input })).toEqual({
      ...basic('tools/call'),
      'mcp-name': 't',
      'mcp-param-text': 'a',
      'mcp-param-flag': 'false',
      'mcp-param-count': '3',
      'mcp-param-deeper': base64('ü'),
    })
  })

  it('omit values that are absent or null, or that cannot be written exactly', () => {
    const input = { text: null, count: 2 ** 60, deep: 'no object', flag: { no: 'primitive' } }
    expect(request('tools/call', { name: 't', arguments: input })).toEqual({ ...basic('tools/call'), 'mcp-name': 't' })
    expect(request('tools/call', { name: 'other', arguments: { text: 'a' } })).not.toHaveProperty('mcp-param-text')
  })

  it('are read from any listing without an exception', () => {
    expect(
      parameterHeadersOf([null, 1, {}, { name: 'x' }, { name: 'y', inputSchema: { properties: { a: null } } }]).size,
    ).toBe(0)
  })
})
