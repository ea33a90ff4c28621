import { describe, expect, it } from 'vitest'
import { findPlace, type Place } from '#engine/connections/sharing/dedicatedPlaces'

const busy = (callerKey: string, lastUsedAt = 0): Place => ({ callerKey, isBusy: true, lastUsedAt })
const idle = (callerKey: string, lastUsedAt: number): Place => ({ callerKey, isBusy: false, lastUsedAt })

describe('[R8] a caller that needs its own process', () => {
  it.each([
    ['gets a free place, even if other callers are idle', [idle('a', 1)], { kind: 'free' }],
    [
      'gets the place of the caller that was idle longest',
      [idle('a', 5), idle('b', 3), idle('c', 4)],
      { kind: 'instead', callerKey: 'b' },
    ],
    [
      'never gets the place of a busy caller',
      [busy('a', 1), idle('b', 9), busy('c')],
      { kind: 'instead', callerKey: 'b' },
    ],
    ['waits while all others are busy', [busy('a'), busy('b'), busy('c')], { kind: 'wait' }],
    ['waits if there are already more callers than places', [1, 2, 3, 4].map((n) => busy(`${n}`)), { kind: 'wait' }],
  ])('%s', (_what, taken, seating) => {
    expect(findPlace(taken, 3)).toEqual(seating)
  })
})
