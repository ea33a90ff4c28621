import { expect, test } from 'vitest'
import { leftMs, refreshLeadMs, retryAfterMs, retryDelayMs } from '#engine/signIn/state/refreshTimes'

const [minute, hour] = [60_000, 3_600_000]

test.each([
  ['a day', 24 * hour, 2.4 * hour],
  ['an hour', hour, 6 * minute],
  ['five minutes', 5 * minute, minute],
  // Catches a short-lived token that is refreshed immediately, again and again.
  ['a minute', minute, 30_000],
  ['two seconds', 2_000, 1_000],
])('a token of %s is refreshed before its end', (_title, lifetimeMs, leadMs) => {
  expect(refreshLeadMs(lifetimeMs, () => 0)).toBe(leadMs)
  // Catches several engines and sign-ins that all refresh in the same second.
  expect(refreshLeadMs(lifetimeMs, () => 0.5)).toBeLessThan(leadMs)
})

test('an issuer that fails is asked less and less often, and never before the time that it asked for', () => {
  const delays = [1, 2, 3, 20].map((attempt) => retryDelayMs(attempt, null, () => 0.5))
  expect(delays).toEqual([5_000, 10_000, 20_000, 5 * minute])
  expect(retryDelayMs(1, 10 * minute, () => 0.5)).toBe(10 * minute)
  // Catches an issuer whose answer would stop all refreshes for years.
  expect(retryDelayMs(1, 10_000 * hour, () => 0.5)).toBe(hour)
})

test.each([
  ['120', 120_000],
  [' 0 ', 0],
  ['Thu, 19 Nov 2026 00:01:00 GMT', minute],
  ['Thu, 19 Nov 2020 00:00:00 GMT', 0],
  ['soon', null],
  ['99999999999999', null],
  [null, null],
])('Retry-After %j is read as %j milliseconds', (header, expected) => {
  expect(retryAfterMs(header, Date.parse('2026-11-19T00:00:00Z'))).toBe(expected)
})

test('within a run, the lifetime is right even if the time of day jumps', () => {
  const received = { now: 0, elapsed: 0 }
  expect(leftMs(hour, received, { now: 999 * hour, elapsed: minute }, false)).toBe(59 * minute)
  expect(leftMs(hour, received, { now: -999 * hour, elapsed: minute }, false)).toBe(59 * minute)
})

test('after sleep, the time of day can shorten a lifetime but never lengthen it', () => {
  const received = { now: 0, elapsed: 0 }
  expect(leftMs(hour, received, { now: 8 * hour, elapsed: minute }, true)).toBe(-7 * hour)
  expect(leftMs(hour, received, { now: -8 * hour, elapsed: minute }, true)).toBe(59 * minute)
})

test('the time of day decides for tokens from an earlier run, within their lifetime', () => {
  expect(leftMs(hour, { now: 0 }, { now: 20 * minute, elapsed: 5 }, false)).toBe(40 * minute)
  expect(leftMs(hour, { now: 0 }, { now: -20 * minute, elapsed: 5 }, false)).toBe(hour)
})
