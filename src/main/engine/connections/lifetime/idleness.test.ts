import { describe, expect, it } from 'vitest'
import { type Idleness, judgeIdleness, type Use } from '#engine/connections/lifetime/idleness'

const before: Idleness = { count: 3, since: 1_000 }
const unused: Use = { count: 3, isBusy: false }

describe('[R7] an unused process', () => {
  it.each([
    ['is not stopped too early', unused, 8_999, 8_000, before, { kind: 'lookAgain', afterMs: 1 }],
    ['is stopped when its limit has passed', unused, 9_000, 8_000, before, { kind: 'stop' }],
    ['is stopped by a late check', unused, 900_000, 8_000, before, { kind: 'stop' }],
    ['is never stopped if there is no limit', unused, 900_000, null, before, { kind: 'lookAgain', afterMs: 60_000 }],
    [
      'counts a use between two checks',
      { count: 4, isBusy: false },
      9_000,
      8_000,
      { count: 4, since: 9_000 },
      { kind: 'lookAgain', afterMs: 1_000 },
    ],
    [
      'waits for a call that takes longer than the limit',
      { count: 3, isBusy: true },
      9_000,
      8_000,
      { count: 3, since: 9_000 },
      { kind: 'lookAgain', afterMs: 1_000 },
    ],
  ] as const)('%s', (_what, use, now, limitMs, idleness, verdict) => {
    expect(judgeIdleness(before, use, now, limitMs)).toEqual({ idleness, verdict })
  })

  it('is checked often enough that it runs at most an eighth longer than its limit', () => {
    let now = 0
    let idleness: Idleness = { count: 0, since: 0 }
    const lastUseAt = 100_001
    for (;;) {
      const judged = judgeIdleness(idleness, { count: now > lastUseAt ? 1 : 0, isBusy: false }, now, 400_000)
      if (judged.verdict.kind === 'stop') break
      idleness = judged.idleness
      now += judged.verdict.afterMs
    }
    expect(now - lastUseAt).toBeGreaterThanOrEqual(400_000)
    expect(now - lastUseAt).toBeLessThanOrEqual(450_000)
  })
})
