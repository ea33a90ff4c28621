import { describe, expect, it } from 'vitest'
import { type Idleness, judgeIdleness, type Use } from '#engine/connections/lifetime/idleness'

const before: Idleness = { count: 3, since: 1_000 }
const unused: Use = { count: 3, isBusy: false }

describe('[R7] a process that nobody uses', () => {
  it.each([
    ['is not stopped a moment too early', unused, 8_999, 8_000, before, { kind: 'lookAgain', afterMs: 1 }],
    ['is stopped when its time is over', unused, 9_000, 8_000, before, { kind: 'stop' }],
    ['is stopped when a late look sees it', unused, 900_000, 8_000, before, { kind: 'stop' }],
    ['never is where its owner says so', unused, 900_000, null, before, { kind: 'lookAgain', afterMs: 60_000 }],
    [
      'begins anew with a use that was over before the look',
      { count: 4, isBusy: false },
      9_000,
      8_000,
      { count: 4, since: 9_000 },
      { kind: 'lookAgain', afterMs: 1_000 },
    ],
    [
      'waits for a call that takes longer than its limit',
      { count: 3, isBusy: true },
      9_000,
      8_000,
      { count: 3, since: 9_000 },
      { kind: 'lookAgain', afterMs: 1_000 },
    ],
  ] as const)('%s', (_what, use, now, limitMs, idleness, verdict) => {
    expect(judgeIdleness(before, use, now, limitMs)).toEqual({ idleness, verdict })
  })

  it('is looked at so often that it runs at most an eighth longer than it should', () => {
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
