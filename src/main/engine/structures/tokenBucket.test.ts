import { expect, test } from 'vitest'
import { TokenBucket } from '#engine/structures/tokenBucket'

const takeAll = (bucket: TokenBucket, perMinute: number, now: number) => {
  let taken = 0
  while (bucket.take(perMinute, now) === null) taken += 1
  return taken
}

// Catches a limit that lets through more than it should, or refuses forever.
test("allows a minute's worth of calls at once, then as many as time has added", () => {
  const bucket = new TokenBucket()
  expect(takeAll(bucket, 60, 1_000)).toBe(60)
  expect(takeAll(bucket, 60, 1_500)).toBe(0)
  expect(takeAll(bucket, 60, 2_000)).toBe(1)
  expect(takeAll(bucket, 60, 12_000)).toBe(10)
  expect(takeAll(bucket, 60, 9_000_000)).toBe(60)
})

// Catches a client that retries at the suggested time and is refused again.
test('a refused call is allowed after exactly the given time', () => {
  const bucket = new TokenBucket()
  takeAll(bucket, 7, 0)
  const refused = bucket.take(7, 100)
  expect(refused?.retryAfterMs).toBeGreaterThan(0)
  expect(bucket.take(7, 100 + (refused?.retryAfterMs ?? 0))).toBeNull()
})

// Catches an expensive request that is charged like a cheap one, or charged although it was refused.
test('an expensive request takes more, and a refused one takes nothing', () => {
  const bucket = new TokenBucket()
  expect(bucket.take(60, 0, 50)).toBeNull()
  expect(bucket.take(60, 0, 11)).toEqual({ retryAfterMs: 1_000 })
  expect(takeAll(bucket, 60, 0)).toBe(10)
})

// Catches a smaller limit that applies only after the old one is used up, and a clock that is set back and locks a
// client out.
test('a smaller limit applies at once, and time never runs backwards', () => {
  const bucket = new TokenBucket()
  expect(bucket.take(1_000, 50_000)).toBeNull()
  expect(takeAll(bucket, 5, 50_000)).toBe(5)
  expect(bucket.take(60, 10_000)).not.toBeNull()
  expect(bucket.take(60, 11_000)).toBeNull()
})
