import { expect, test } from 'vitest'
import type { ConnectionState, ServerSnapshot } from '#contract/servers/server'
import { announcements, serverStatus } from '#renderer/model/servers/serverStatus.ts'

const error = { code: 'SERVER_LOST', message: 'It ended with exit code 1.' }
const ready: ConnectionState = {
  kind: 'ready',
  since: 0,
  pid: 1,
  era: 'legacy',
  protocolVersion: '2025-11-25',
  implementation: { name: 'x', version: '1' },
}

test.each<[ConnectionState, boolean, string, string | null]>([
  [{ kind: 'stopped' }, false, 'Off', null],
  [{ kind: 'stopped' }, true, 'Idle', 'starts on first use'],
  [{ kind: 'starting', phase: 'handshake', since: 0, attempt: 1 }, true, 'Starting', 'connecting'],
  [ready, true, 'Ready', null],
  [{ kind: 'backingOff', attempt: 2, retryAt: 4001, error }, true, 'Retrying', 'in 4 s'],
  [{ kind: 'backingOff', attempt: 2, retryAt: 900, error }, true, 'Retrying', 'now'],
  [{ kind: 'failed', at: 0, error }, true, 'Failed', null],
  [{ kind: 'stopping', since: 0 }, false, 'Stopping', null],
])('%o, enabled %s, reads "%s"', (state, enabled, word, detail) => {
  expect(serverStatus({ state, enabled }, 1000)).toMatchObject({ word, detail })
})

test('only changes that matter are announced, and nothing on the first load', () => {
  const server = (slug: string, state: ConnectionState) => ({ slug, name: slug.toUpperCase(), state }) as ServerSnapshot
  const before = [server('a', { kind: 'stopped' }), server('b', ready), server('c', ready)]
  const after = [
    server('a', { kind: 'starting', phase: 'spawning', since: 0, attempt: 1 }),
    server('b', { kind: 'failed', at: 0, error }),
    server('c', ready),
    server('new', ready),
  ]
  expect(announcements(before, after)).toEqual(['B failed: It ended with exit code 1.'])
})
