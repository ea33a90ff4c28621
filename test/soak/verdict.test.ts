import { describe, expect, it } from 'vitest'
import type { SoakCall } from '#test/soak/soakCalls'
import { judge, straysIn } from '#test/soak/verdict'

const call: SoakCall = {
  method: 'tools/call',
  target: 'a__echo',
  nonce: 'nonce-ax1-1-',
  arguments: { text: 'nonce-ax1-1-' },
  cancelAfterMs: null,
}
const answer = (text: string, id = 7) => ({ jsonrpc: '2.0', id, result: { content: [{ type: 'text', text }] } })
const progress = (progressToken: string) => ({ method: 'notifications/progress', params: { progressToken } })
const log = (data: string) => ({ method: 'notifications/message', params: { level: 'info', data } })
const response = (...messages: Record<string, unknown>[]) =>
  ({ kind: 'response', status: 200, messages, text: JSON.stringify(messages) }) as const

/** A soak that reports no faults is only as good as its checks. */
describe('what a soak reports as a fault', () => {
  it.each([
    ['nothing, if all is well', response(progress('nonce-ax1-1-'), answer('nonce-ax1-1-')), 'answer', 0],
    ['another call’s answer', response(answer('nonce-bx1-1-')), 'answer', 2],
    [
      'another call’s nonce beside the right answer',
      response({ method: 'x', params: { of: 'nonce-bx1-1-' } }, answer('nonce-ax1-1-')),
      'answer',
      1,
    ],
    [
      'nothing, if another call from the same client logs',
      response(log('nonce-ax2-1-'), answer('nonce-ax1-1-')),
      'answer',
      0,
    ],
    ['another client’s log message', response(log('nonce-bx1-1-'), answer('nonce-ax1-1-')), 'answer', 1],
    ['another call’s progress', response(progress('other'), answer('nonce-ax1-1-')), 'answer', 1],
    ['two answers', response(answer('nonce-ax1-1-'), answer('nonce-ax1-1-')), 'answer', 1],
    ['no answer', response(answer('nonce-ax1-1-', 8)), 'nothing', 1],
    [
      'a fault of the engine',
      response({ id: 7, error: { code: -32603, message: 'Internal error' } }),
      'error -32603',
      1,
    ],
    ['silence', { kind: 'hang' } as const, 'hang', 1],
  ])('%s', (_title, answered, kind, violations) => {
    const verdict = judge(call, 7, answered)
    expect({ kind: verdict.kind, violations: verdict.violations.length }).toEqual({ kind, violations })
  })
})

describe('what may not appear outside of calls', () => {
  it.each([
    ['a log message from its own call', log('nonce-ax1-1-'), 0],
    ['another client’s log message', log('nonce-bx1-1-'), 1],
    ['progress, even of its own calls', progress('nonce-ax1-1-'), 1],
  ])('%s', (_title, message, strays) => {
    expect(straysIn(`data: ${JSON.stringify(message)}\n\n`, 'a')).toHaveLength(strays)
  })
})
