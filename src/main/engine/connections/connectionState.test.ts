import { describe, expect, it } from 'vitest'
import type { ConnectionState } from '#contract/servers/server'
import { nextState, type ConnectionEvent } from '#engine/connections/connectionState'

const error = { code: 'HANDSHAKE_FAILED', message: 'no answer' }
const facts = {
  pid: 7,
  era: 'legacy',
  protocolVersion: '2025-11-25',
  implementation: { name: 'x', version: '1' },
} as const

const states: Record<ConnectionState['kind'], ConnectionState> = {
  stopped: { kind: 'stopped' },
  starting: { kind: 'starting', phase: 'spawning', since: 1, attempt: 1 },
  ready: { kind: 'ready', since: 2, ...facts },
  backingOff: { kind: 'backingOff', attempt: 1, retryAt: 9, error },
  failed: { kind: 'failed', at: 3, error },
  stopping: { kind: 'stopping', since: 4 },
}

const events: Record<ConnectionEvent['type'], ConnectionEvent> = {
  start: { type: 'start', at: 10, attempt: 2 },
  phase: { type: 'phase', phase: 'handshake' },
  ready: { type: 'ready', at: 11, facts },
  retry: { type: 'retry', attempt: 1, retryAt: 20, error },
  fail: { type: 'fail', at: 12, error },
  hold: { type: 'hold', at: 12, error },
  stop: { type: 'stop', at: 13 },
  ended: { type: 'ended' },
}

/**
 * The resulting state for every state and event. A dash means that the event does not apply: the state stays the same
 * object.
 */
const table: Record<ConnectionState['kind'], Record<ConnectionEvent['type'], ConnectionState['kind'] | '-'>> = {
  stopped: {
    start: 'starting',
    phase: '-',
    ready: '-',
    retry: '-',
    fail: '-',
    hold: 'failed',
    stop: 'stopped',
    ended: '-',
  },
  starting: {
    start: '-',
    phase: 'starting',
    ready: 'ready',
    retry: 'backingOff',
    fail: 'failed',
    hold: '-',
    stop: 'stopping',
    ended: 'stopped',
  },
  ready: {
    start: '-',
    phase: '-',
    ready: '-',
    retry: 'backingOff',
    fail: 'failed',
    hold: '-',
    stop: 'stopping',
    ended: 'stopped',
  },
  backingOff: {
    start: 'starting',
    phase: '-',
    ready: '-',
    retry: '-',
    fail: '-',
    hold: 'failed',
    stop: 'stopped',
    ended: '-',
  },
  failed: { start: 'starting', phase: '-', ready: '-', retry: '-', fail: '-', hold: '-', stop: 'stopped', ended: '-' },
  stopping: { start: '-', phase: '-', ready: '-', retry: '-', fail: '-', hold: '-', stop: '-', ended: 'stopped' },
}

describe.each([
  ['an automatic retry keeps', { kind: 'backingOff', attempt: 1, retryAt: 9, error }, 2, error],
  ['an immediate retry in another way drops', { kind: 'backingOff', attempt: 1, retryAt: 9, error }, 1, undefined],
  ['a start by a person drops', { kind: 'failed', at: 3, error }, 1, undefined],
] as const)('%s the reason of the previous failure', (_title, before, attempt, kept) => {
  it('while the server is starting', () => {
    const after = nextState(before, { type: 'start', at: 10, attempt })
    expect(after).toMatchObject({ kind: 'starting', attempt })
    expect('error' in after ? after.error : undefined).toEqual(kept)
  })
})

describe('nextState', () => {
  for (const [from, row] of Object.entries(table))
    for (const [type, to] of Object.entries(row))
      it(`${from} + ${type} -> ${to}: a late event must never revive or kill the wrong launch`, () => {
        const state = states[from as ConnectionState['kind']]
        const next = nextState(state, events[type as ConnectionEvent['type']])
        if (to === '-') expect(next).toBe(state)
        else expect(next.kind).toBe(to)
      })
})
