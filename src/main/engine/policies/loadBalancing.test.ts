import { describe, expect, it } from 'vitest'
import { preferLabelled, roundRobin } from '#engine/policies/loadBalancing'

describe('roundRobin', () => {
  it('[R18] gives every member the same number of first turns', () => {
    const firsts = new Map<string, number>()
    for (let turn = 0; turn < 300; turn++) {
      const [first = ''] = roundRobin(['a', 'b', 'c'], turn)
      firsts.set(first, (firsts.get(first) ?? 0) + 1)
    }
    expect([...firsts]).toEqual([
      ['a', 100],
      ['b', 100],
      ['c', 100],
    ])
  })

  it('[R20] keeps every other member as a stand-in, none twice', () => {
    expect(roundRobin(['a', 'b', 'c'], 4)).toEqual(['b', 'c', 'a'])
    expect(roundRobin(['a'], 7)).toEqual(['a'])
    expect(roundRobin([], 7)).toEqual([])
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
  ])('[R19] %j tells those that match from the rest, which stay as stand-ins: %s', (wanted, expected) => {
    expect(order(wanted)).toBe(expected)
  })
})
