import { expect, test } from 'vitest'
import type { ConnectionState, ServerSnapshot } from '#contract/servers/server'
import { byUrgency, type Condition, conditionOf, countOf } from '#renderer/model/servers/serverCondition.ts'

const error = { code: 'COMMAND_FAILED', message: 'it was not found' }
const signInError = { code: 'SIGN_IN_REQUIRED', message: 'sign in' }
const failed: ConnectionState = { kind: 'failed', at: 0, error }
const retried: ConnectionState = { kind: 'backingOff', attempt: 1, retryAt: 0, error }
const starting = (attempt: number): ConnectionState => ({ kind: 'starting', phase: 'spawning', since: 0, attempt })
const ready: ConnectionState = {
  kind: 'ready',
  since: 0,
  pid: 1,
  era: 'legacy',
  protocolVersion: '',
  implementation: { name: '', version: '' },
}

const server = (state: ConnectionState, more: Partial<Pick<ServerSnapshot, 'enabled' | 'signIn' | 'name'>> = {}) => {
  const { name = 'one' } = more
  return { enabled: true, signIn: 'none' as const, state, name, slug: name.toLowerCase(), ...more }
}

test.each<[ReturnType<typeof server>, Condition]>([
  [server(failed), 'failing'],
  [server(failed, { enabled: false }), 'off'],
  [server(retried), 'retrying'],
  [server(starting(1)), 'running'],
  // A second attempt still counts as retrying, so that the server keeps its position in the list.
  [server(starting(2)), 'retrying'],
  [server(ready), 'running'],
  [server({ kind: 'stopped' }), 'idle'],
  [server({ kind: 'stopping', since: 0 }), 'idle'],
  [server({ ...failed, error: signInError }, { signIn: 'needed' }), 'signIn'],
  [server({ ...retried, error: signInError }, { signIn: 'cannotRefresh' }), 'signIn'],
  [server(ready, { signIn: 'waiting' }), 'signIn'],
  [server(failed, { signIn: 'needed' }), 'failing'],
  // The header was refused, so a sign-in does not help.
  [server({ ...failed, error: signInError }), 'failing'],
])('%j is %s', (one, condition) => {
  expect(conditionOf(one)).toBe(condition)
})

test('servers that fail come first, then those that need a sign-in, then those being retried, then all others by name', () => {
  const servers = [
    server(ready, { name: 'zebra' }),
    server({ kind: 'stopped' }, { name: 'Alpha 10' }),
    server(retried, { name: 'alpha' }),
    server(ready, { name: 'beta', enabled: false }),
    server(ready, { name: 'mail', signIn: 'needed' }),
    server(failed, { name: 'broken' }),
    server({ kind: 'stopped' }, { name: 'alpha 9' }),
  ]
  expect(byUrgency(servers).map(({ name }) => name)).toEqual([
    'broken',
    'mail',
    'alpha',
    'alpha 9',
    'Alpha 10',
    'beta',
    'zebra',
  ])
  expect([countOf(servers, 'failing'), countOf(servers, 'retrying'), countOf(servers, 'off')]).toEqual([1, 1, 1])
})
