import { expect, test } from 'vitest'
import { answerJson, classify, errorJson } from '#contract/jsonRpc/messages'

/** Catches a notification that is answered, a response taken for a request, and an id that cannot be matched. */
test.each<[string, unknown, object]>([
  ['a request', { jsonrpc: '2.0', id: 1, method: 'm', params: { a: 1 } }, { kind: 'request', id: 1, params: { a: 1 } }],
  ['an empty id', { jsonrpc: '2.0', id: '', method: 'm' }, { kind: 'request', id: '', params: {} }],
  ['a notification', { jsonrpc: '2.0', method: 'm' }, { kind: 'notification', method: 'm', params: {} }],
  ['a result', { jsonrpc: '2.0', id: 7, result: {} }, { kind: 'answer', id: 7, result: {} }],
  ['an error', { jsonrpc: '2.0', id: 7, error: { code: 1 } }, { kind: 'answer', id: 7, error: { code: 1 } }],
  ['both result and error', { jsonrpc: '2.0', id: 7, result: {}, error: {} }, { kind: 'invalid', id: 7 }],
  ['neither result nor error', { jsonrpc: '2.0', id: 7 }, { kind: 'invalid', id: 7 }],
  ['an answer without an id', { jsonrpc: '2.0', result: {} }, { kind: 'invalid', id: undefined }],
  ['a null id', { jsonrpc: '2.0', id: null, method: 'm' }, { kind: 'invalid', id: undefined }],
  ['a fractional id', { jsonrpc: '2.0', id: 1.5, method: 'm' }, { kind: 'invalid', id: undefined }],
  ['an id beyond exact numbers', { jsonrpc: '2.0', id: 2 ** 60, method: 'm' }, { kind: 'invalid', id: undefined }],
  ['an object as id', { jsonrpc: '2.0', id: { a: 1 }, method: 'm' }, { kind: 'invalid', id: undefined }],
  ['params by position', { jsonrpc: '2.0', id: 1, method: 'm', params: [1] }, { kind: 'invalid', id: 1 }],
  ['null params', { jsonrpc: '2.0', id: 1, method: 'm', params: null }, { kind: 'invalid', id: 1 }],
  ['a method that is not a string', { jsonrpc: '2.0', id: 1, method: 5 }, { kind: 'invalid', id: 1 }],
  ['no version', { id: 1, method: 'm' }, { kind: 'invalid', id: 1 }],
  ['another version', { jsonrpc: '1.0', id: 1, method: 'm' }, { kind: 'invalid', id: 1 }],
  ['a string', 'm', { kind: 'invalid' }],
  ['null', null, { kind: 'invalid' }],
  ['an array inside a batch', [], { kind: 'invalid' }],
])('classify: %s', (_title, value, expected) => {
  expect(classify(value)).toMatchObject(expected)
})

test('an id that tries to break out of the JSON stays an id', () => {
  const id = '1,"result":{}}\n\ndata: {"x":"'
  expect(JSON.parse(answerJson(id, '{"a":1}'))).toEqual({ jsonrpc: '2.0', id, result: { a: 1 } })
  expect(answerJson(id, '{}')).not.toContain('\n')
})

test('an error for an unreadable request has no id, because MCP does not allow null', () => {
  expect(JSON.parse(errorJson(undefined, { code: -32700, message: 'no' }))).toEqual({
    jsonrpc: '2.0',
    error: { code: -32700, message: 'no' },
  })
})
