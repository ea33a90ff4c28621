import { describe, expect, it } from 'vitest'
import { findPlace, type Place } from '#engine/connections/sharing/dedicatedPlaces'

const busy = (callerKey: string, lastUsedAt = 0): Place => ({ callerKey, isBusy: true, lastUsedAt })
const idle = (callerKey: string, lastUsedAt: number): Place => ({ callerKey, isBusy: false, lastUsedAt })

describe('[R8] a caller that needs a process of its own', () => {
  it.each([
    ['gets a free place, although others idle', [idle('a', 1)], { kind: 'free' }],
    ['gets the place of the idlest', [idle('a', 5), idle('b', 3), idle('c', 4)], { kind: 'instead', callerKey: 'b' }],
    ['never gets that of one who works', [busy('a', 1), idle('b', 9), busy('c')], { kind: 'instead', callerKey: 'b' }],
    ['waits while all of them work', [busy('a'), busy('b'), busy('c')], { kind: 'wait' }],
    ['waits although there are more than there should be', [1, 2, 3, 4].map((n) => busy(`${n}`)), { kind: 'wait' }],
  ])('%s', (_what, taken, seating) => {
    expect(findPlace(taken, 3)).toEqual(seating)
  })
})
