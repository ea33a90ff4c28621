import { expect, test } from 'vitest'
import { CallIds } from '#engine/records/callId'
import { Runs } from '#engine/records/runs'
import type { Caller } from '#engine/router/call'

const at = 1_700_000_000_000
const caller = (key: string, hasSession: boolean): Caller => ({
  key,
  capabilities: {},
  ask: null,
  identity: { kind: 'client', name: 'Cursor\0', version: '1.2', hasSession },
})

test('[R23] a session is one run however long it is idle; without a session, a run ends after 30 idle minutes', () => {
  const runs = new Runs(new CallIds(() => 'x'), 'engine')
  const session = runs.of(caller('session 1', true), at)
  expect(session.row).toMatchObject({
    engine: 'engine',
    kind: 'client',
    clientName: 'Cursor\uFFFD',
    clientVersion: '1.2',
  })
  expect(runs.of(caller('session 1', true), at + 5 * 3_600_000)).toBe(session)
  expect(session).toMatchObject({ row: { startedAt: at }, lastCallAt: at + 5 * 3_600_000 })
  const first = runs.of(caller('client Cursor', false), at)
  const soon = runs.of(caller('client Cursor', false), at + 29 * 60_000)
  const later = runs.of(caller('client Cursor', false), at + 58 * 60_000)
  const muchLater = runs.of(caller('client Cursor', false), at + 89 * 60_000)
  expect([soon, later]).toEqual([first, first])
  expect(muchLater.row.id).not.toBe(first.row.id)
  expect(session.row.id).not.toBe(first.row.id)
})

test("a client is recorded under its owner's name for it, not its own", () => {
  const runs = new Runs(new CallIds(() => 'x'), 'engine')
  expect(runs.of({ ...caller('token 1', true), knownAs: 'My laptop' }, at).row.clientName).toBe('My laptop')
})

test('a conversation has one run for each turn', () => {
  const runs = new Runs(new CallIds(() => 'x'), 'engine')
  const turn = (run: string): Caller => ({
    ...caller('chat 1', true),
    identity: { kind: 'chat', name: null, version: null, hasSession: true, run },
  })
  const first = runs.of(turn('chat 1 a'), at)
  expect(runs.of(turn('chat 1 a'), at + 1)).toBe(first)
  expect(runs.of(turn('chat 1 b'), at + 2).row.id).not.toBe(first.row.id)
})

test('with too many runs, the one idle longest is forgotten, and a later call begins a new one', () => {
  const runs = new Runs(new CallIds(() => 'x'), 'engine')
  const oldest = runs.of(caller('0', true), at)
  for (let number = 1; number <= 5_000; number += 1) runs.of(caller(String(number), true), at)
  expect(runs.of(caller('0', true), at)).not.toBe(oldest)
})
