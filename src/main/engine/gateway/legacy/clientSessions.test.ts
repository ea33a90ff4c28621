import { describe, expect, test } from 'vitest'
import { adminGrant, type Grant } from '#engine/access/grant'
import { noLists } from '#engine/gateway/lists/knownLists'
import { ClientSessions } from '#engine/gateway/legacy/clientSessions'
import { defaultLimits } from '#engine/gateway/limits'
import { Standing } from '#engine/gateway/client/standing'
import { manualClock } from '#test/support/manualClock'

const everywhere = { kind: 'all' } as const
const one: Grant = { ...adminGrant, key: 'one' }
const other: Grant = { ...adminGrant, key: 'other' }

function sessionsWithin(limits: { sessions?: number; sessionsPerClient?: number }) {
  const clock = manualClock()
  let made = 0
  const sessions = new ClientSessions(
    clock,
    () => `id ${(made += 1)}`,
    { ...defaultLimits, ...limits },
    () => undefined,
  )
  const standingOf = (grant: Grant, search = false) => new Standing(grant, everywhere, search)
  const create = (grant: Grant) => {
    clock.advance(1)
    const identity = { kind: 'client', name: null, version: null, hasSession: true } as const
    const facts = { standing: standingOf(grant), projectId: null, prefer: undefined, version: '', capabilities: {} }
    return sessions.create({ ...facts, identity }, noLists).facts.id
  }
  const isThere = (id: string, grant: Grant, search = false) => sessions.find(id, standingOf(grant, search)) !== null
  return { clock, sessions, create, isThere }
}

describe('the session that ends at a limit', () => {
  test('belongs to the client that is at its own limit, and has been idle longest', () => {
    const { create, isThere } = sessionsWithin({ sessionsPerClient: 3 })
    const theirs = create(other)
    const [first, ...rest] = [create(one), create(one), create(one)]
    const newest = create(one)
    expect(isThere(theirs, other)).toBe(true)
    expect(isThere(first, one)).toBe(false)
    expect([...rest, newest].map((id) => isThere(id, one))).toEqual([true, true, true])
  })

  test('belongs to the client with the most sessions, if the overall limit is reached', () => {
    const { create, isThere } = sessionsWithin({ sessions: 4 })
    const theirs = create(other)
    const [first, ...rest] = [create(one), create(one), create(one)]
    const second = create(other)
    expect([theirs, second].map((id) => isThere(id, other))).toEqual([true, true])
    expect(isThere(first, one)).toBe(false)
    expect(rest.map((id) => isThere(id, one))).toEqual([true, true])
  })
})

test('only the client that opened a session finds it, at its address, until the client is revoked', () => {
  const { sessions, create, isThere } = sessionsWithin({})
  const mine = create(one)
  const theirs = create(other)
  expect([isThere(mine, one), isThere(mine, other), isThere(mine, one, true)]).toEqual([true, false, false])
  sessions.endAllOf('one')
  expect([isThere(mine, one), isThere(theirs, other), sessions.size]).toEqual([false, true, 1])
})

test('a session is freed half an hour after its last use', () => {
  const { clock, create, isThere, sessions } = sessionsWithin({})
  const used = create(one)
  create(other)
  for (let minute = 0; minute < 40; minute += 1) {
    clock.advance(60_000)
    isThere(used, one)
  }
  expect([isThere(used, one), sessions.size]).toEqual([true, 1])
})
