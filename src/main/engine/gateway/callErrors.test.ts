import { expect, test } from 'vitest'
import { AppError } from '#contract/errors'
import { callError } from '#engine/gateway/callErrors'

const exact = { code: -32050, message: 'no', data: { deep: [1] }, 'x-vendor': true }

/** Catches: a changed code or text of a server's own error, and inner texts that leak to clients. */
test.each<[string, unknown, object]>([
  ['[R16] an unknown tool', new AppError('UNKNOWN_TOOL', 'inside'), { code: -32602, message: 'Unknown tool: git' }],
  ['a server error', new AppError('SERVER_ERROR', 'no', { data: exact }), exact],
  [
    'one without a code',
    new AppError('SERVER_ERROR', 'no', { data: { message: 'x' } }),
    { code: -32603, message: 'no' },
  ],
  ['down', new AppError('SERVER_UNAVAILABLE', 'm'), { code: 503, message: 'm', data: { code: 'SERVER_UNAVAILABLE' } }],
  ['died', new AppError('SERVER_LOST', 'm'), { code: 502, message: 'm', data: { code: 'SERVER_LOST' } }],
  ['late', new AppError('CALL_TIMED_OUT', 'm'), { code: 504, message: 'm', data: { code: 'CALL_TIMED_OUT' } }],
  ['full', new AppError('QUEUE_FULL', 'm'), { code: 429, message: 'm', data: { code: 'QUEUE_FULL' } }],
  ['wrong input', new AppError('INVALID_INPUT', 'm'), { code: -32602, message: 'm' }],
  ['a fault', new AppError('INTERNAL', '/secret/path'), { code: -32603, message: 'Internal error' }],
  ['anything else', new TypeError('x of undefined'), { code: -32603, message: 'Internal error' }],
])('%s', (_title, thrown, expected) => {
  expect(callError(thrown, 'git')).toEqual(expected)
})
