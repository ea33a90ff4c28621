import { expect, test } from 'vitest'
import { AppError } from '#contract/errors'
import { callError } from '#engine/gateway/request/callErrors'

const exact = { code: -32050, message: 'no', data: { deep: [1] }, 'x-vendor': true }

/** Catches a server's own error being changed, and internal messages that leak to clients. */
test.each<[string, unknown, object]>([
  ['[R16] an unknown tool', new AppError('UNKNOWN_TOOL', 'inside'), { code: -32602, message: 'Unknown tool: git' }],
  ['a server error', new AppError('SERVER_ERROR', 'no', { data: exact }), exact],
  [
    'a server error without a code',
    new AppError('SERVER_ERROR', 'no', { data: { message: 'x' } }),
    { code: -32603, message: 'no' },
  ],
  [
    'a server that is down',
    new AppError('SERVER_UNAVAILABLE', 'm'),
    { code: 503, message: 'm', data: { code: 'SERVER_UNAVAILABLE' } },
  ],
  ['a server that died', new AppError('SERVER_LOST', 'm'), { code: 502, message: 'm', data: { code: 'SERVER_LOST' } }],
  [
    'a call that took too long',
    new AppError('CALL_TIMED_OUT', 'm'),
    { code: 504, message: 'm', data: { code: 'CALL_TIMED_OUT' } },
  ],
  ['a full queue', new AppError('QUEUE_FULL', 'm'), { code: 429, message: 'm', data: { code: 'QUEUE_FULL' } }],
  ['wrong input', new AppError('INVALID_INPUT', 'm'), { code: -32602, message: 'm' }],
  ['a fault', new AppError('INTERNAL', '/secret/path'), { code: -32603, message: 'Internal error' }],
  ['anything else', new TypeError('x of undefined'), { code: -32603, message: 'Internal error' }],
])('the error that a client gets for %s', (_title, thrown, expected) => {
  expect(callError(thrown, { method: 'tools/call', params: { name: 'git' } }, 'legacy')).toEqual(expected)
})

const read = { method: 'resources/read', params: { uri: 'resource://a/b' } }
const old = { code: -32002, message: 'not here', data: { uri: 'b' } }

/** Catches an error code for a missing resource that the client's era does not know. */
test.each<[string, unknown, 'legacy' | 'modern', object]>([
  ['[R14] unknown', new AppError('UNKNOWN_RESOURCE', 'm'), 'legacy', { code: -32002, message: 'm', data: read.params }],
  ['[R14] unknown', new AppError('UNKNOWN_RESOURCE', 'm'), 'modern', { code: -32602, message: 'm', data: read.params }],
  ['not found by its server', new AppError('SERVER_ERROR', 'm', { data: old }), 'legacy', old],
  ['not found by its server', new AppError('SERVER_ERROR', 'm', { data: old }), 'modern', { ...old, code: -32602 }],
])('a resource that is %s, for a client of the era', (_title, thrown, era, expected) => {
  expect(callError(thrown, read, era)).toEqual(expected)
})

test('an unknown prompt gets the code for invalid params', () => {
  const request = { method: 'prompts/get', params: { name: 'x' } }
  const unknown = new AppError('UNKNOWN_PROMPT', 'Unknown prompt: x')
  expect(callError(unknown, request, 'modern')).toEqual({ code: -32602, message: 'Unknown prompt: x' })
})
