import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Paced } from '#engine/connections/peer/paced'
import { manualClock } from '#test/support/manualClock'

describe('Paced', () => {
  it('passes on each item at once while there are few', () => {
    const clock = manualClock()
    const told: number[] = []
    const paced = new Paced<number>(clock, 60, (news) => told.push(news))
    for (let number = 0; number < 60; number += 1) paced.put(number)
    expect(told).toEqual(Array.from({ length: 60 }, (_, number) => number))
    expect(clock.waiting).toBe(0)
  })

  it('passes on a limited number of items per minute during a flood, in order, and the newest at the end', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 50 }), { maxLength: 2_000 }), fc.boolean(), (gaps, flushes) => {
        const clock = manualClock()
        const told: number[] = []
        const paced = new Paced<number>(clock, 60, (news) => told.push(news))
        const start = clock.now()
        gaps.forEach((gapMs, number) => {
          clock.advance(gapMs)
          paced.put(number)
        })
        if (flushes) paced.flush()
        else clock.advance(60_000)
        expect(told.at(-1)).toBe(gaps.length === 0 ? undefined : gaps.length - 1)
        expect(told).toEqual([...told].sort((one, other) => one - other))
        const minutes = (clock.now() - start) / 60_000
        expect(told.length).toBeLessThanOrEqual(62 + 60 * minutes)
        expect(clock.waiting).toBe(0)
      }),
      { numRuns: 50 },
    )
  })
})
