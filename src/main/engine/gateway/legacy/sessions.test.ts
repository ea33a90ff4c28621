import { describe, expect, test } from 'vitest'
import { adminGrant, type Grant } from '#engine/access/grant'
import { noLists } from '#engine/gateway/lists/knownLists'
import { Sessions } from '#engine/gateway/legacy/sessions'
import { defaultLimits } from '#engine/gateway/limits'
import { Standing } from '#engine/gateway/client/standing'
import { manualClock } from '#test/support/manualClock'

const everywhere = { kind: 'all' } as const
const one: Grant = { ...adminGrant, key: 'one' }
const other: Grant = { ...adminGrant, key: 'other' }

function sessionsWithin(limits: { sessions?: number; sessionsOfOne?: number }) {
  const clock = manualClock()
  let made = 0
  const sessions = new Sessions(
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

describe('who makes room: a mistake here lets one client end the sessions of all others', () => {
  test('who has as many as one may have ends its own that was idle for longest', () => {
    const { create, isThere } = sessionsWithin({ sessionsOfOne: 3 })
    const theirs = create(other)
    const [first, ...rest] = [create(one), create(one), create(one)]
    const newest = create(one)
    expect(isThere(theirs, other)).toBe(true)
    expect(isThere(first, one)).toBe(false)
    expect([...rest, newest].map((id) => isThere(id, one))).toEqual([true, true, true])
  })

  test('when all places are taken, who has most makes room, whoever comes', () => {
    const { create, isThere } = sessionsWithin({ sessions: 4 })
    const theirs = create(other)
    const [first, ...rest] = [create(one), create(one), create(one)]
    const second = create(other)
    expect([theirs, second].map((id) => isThere(id, other))).toEqual([true, true])
    expect(isThere(first, one)).toBe(false)
    expect(rest.map((id) => isThere(id, one))).toEqual([true, true])
  })
})

test('a session is there for who made it, at its address, and until they are revoked', () => {
  const { sessions, create, isThere } = sessionsWithin({})
  const mine = create(one)
  const theirs = create(other)
  expect([isThere(mine, one), isThere(mine, other), isThere(mine, one, true)]).toEqual([true, false, false])
  sessions.endAllOf('one')
  expect([isThere(mine, one), isThere(theirs, other), sessions.size]).toEqual([false, true, 1])
})

test('half an hour after its last use a session is freed', () => {
  const { clock, create, isThere, sessions } = sessionsWithin({})
  const used = create(one)
  create(other)
  for (let minute = 0; minute < 40; minute += 1) {
    clock.advance(60_000)
    isThere(used, one)
  }
  expect([isThere(used, one), sessions.size]).toEqual([true, 1])
})
