import { expect, test } from 'vitest'
import type { ConnectionState } from '#contract/servers/server'
import { serverStatus } from '#renderer/model/servers/serverStatus.ts'

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
])('the state %o, enabled %s, reads "%s"', (state, enabled, word, detail) => {
  expect(serverStatus({ state, enabled }, 1000)).toMatchObject({ word, detail })
})
