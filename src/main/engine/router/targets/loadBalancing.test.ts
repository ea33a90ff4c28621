import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { inTurn, preferLabelled, type Reach } from '#engine/router/targets/loadBalancing'

type Members = Readonly<Record<string, Reach>>

/** Counts the calls that go to each member first. `tiersAt` gives the members' states for each call. */
function firsts(calls: number, tiersAt: (call: number) => readonly Members[]): Record<string, number> {
  const turns = new Map<string, number>()
  const counts: Record<string, number> = {}
  for (let call = 0; call < calls; call += 1) {
    const tiers = tiersAt(call)
    const order = inTurn(
      tiers.map((tier) => Object.keys(tier)),
      {
        reachOf: (member) => tiers.find((tier) => member in tier)?.[member] ?? 'down',
        lastTurnOf: (member) => turns.get(member),
      },
    )
    expect([...order].sort()).toEqual(tiers.flatMap((tier) => Object.keys(tier)).sort())
    const [first = ''] = order
    turns.set(first, call)
    counts[first] = (counts[first] ?? 0) + 1
  }
  return counts
}

describe('inTurn', () => {
  const up = { a: 'free', b: 'free', c: 'free' } as const
  it.each<[string, (call: number) => readonly Members[], Record<string, number>]>([
    ['over all members', () => [up], { a: 20, b: 20, c: 20 }],
    ['over the other two while one is down', () => [{ ...up, b: 'down' }], { a: 30, c: 30 }],
    ['over the only member left', () => [{ ...up, a: 'down', c: 'down' }], { b: 60 }],
    ['over members with free slots while one is busy', () => [{ ...up, a: 'busy' }], { b: 30, c: 30 }],
    ['over all members if all are busy', () => [{ a: 'busy', b: 'busy', c: 'busy' }], { a: 20, b: 20, c: 20 }],
    ['over running members rather than one that must be started', () => [{ ...up, c: 'resting' }], { a: 30, b: 30 }],
    [
      'once a member is back, without making up for its absence',
      (call) => [{ ...up, c: call < 30 ? 'down' : 'free' }],
      { a: 25, b: 25, c: 10 },
    ],
    ['over the preferred members', () => [{ b: 'free', c: 'free' }, { a: 'free' }], { b: 30, c: 30 }],
    ['over the preferred members, even if they are busy', () => [{ b: 'busy' }, { a: 'free' }], { b: 60 }],
    [
      'over the rest once the preferred members are down',
      () => [{ c: 'down' }, { a: 'free', b: 'free' }],
      { a: 30, b: 30 },
    ],
    ['over a member that must be started, if it is preferred', () => [{ c: 'resting' }, { a: 'free' }], { c: 60 }],
    ['over all when all are down', () => [{ a: 'down', b: 'down' }], { a: 30, b: 30 }],
  ])('[R18] [R20] spreads calls evenly %s, and omits no member', (_how, tiersAt, expected) => {
    expect(firsts(60, tiersAt)).toEqual(expected)
  })

  it('[R18] spreads calls evenly over the members that are up, however they come and go', () => {
    const reach = fc.constantFrom<Reach>('free', 'down')
    const members = fc.record({ a: reach, b: reach, c: reach, d: reach })
    fc.assert(
      fc.property(fc.array(members, { minLength: 1, maxLength: 6 }), (states) => {
        for (const state of states) {
          const there = Object.values(state).filter((one) => one === 'free').length || 4
          expect(new Set(Object.values(firsts(there * 5, () => [state])))).toEqual(new Set([5]))
        }
      }),
    )
  })
})

describe('preferLabelled', () => {
  const labels: Record<string, string[]> = { a: ['gpu'], b: ['gpu', 'eu'], c: ['eu'] }
  const order = (wanted: string[]) => {
    const { preferred, others } = preferLabelled(['a', 'b', 'c'], wanted, (member) => labels[member] ?? [])
    return `${preferred.join('')} ${others.join('')}`
  }

  it.each([
    [[], ' abc'],
    [['eu'], 'bc a'],
    [['gpu', 'eu'], 'b ac'],
    [['nowhere'], ' abc'],
  ])('[R19] for %j, matching members come first and the rest stay available: %s', (wanted, expected) => {
    expect(order(wanted)).toBe(expected)
  })
})
