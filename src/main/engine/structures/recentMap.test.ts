import { expect, test } from 'vitest'
import { RecentMap } from '#engine/structures/recentMap'

// Catches a cache that grows with every token or choice ever seen.
test('never keeps more than two generations', () => {
  const map = new RecentMap<number, string>(8)
  for (let key = 0; key < 1_000; key += 1) map.set(key, `value ${key}`)
  const kept = Array.from({ length: 1_000 }, (_, key) => key).filter((key) => map.get(key) !== undefined)
  expect(kept.length).toBeLessThanOrEqual(16)
  expect(kept).toContain(999)
})

// Catches an entry in constant use that is evicted by entries used once.
test('keeps an entry that is looked up, however many others are added', () => {
  const map = new RecentMap<string, number>(4)
  map.set('used', 1)
  for (let key = 0; key < 100; key += 1) {
    map.set(`passer-by ${key}`, key)
    expect(map.get('used')).toBe(1)
  }
})

// Catches a revoked token that survives in the older generation.
test('a deleted entry is gone from both generations', () => {
  const map = new RecentMap<string, number>(2)
  map.set('a', 1)
  map.set('b', 2)
  map.set('c', 3)
  map.delete('a')
  map.delete('c')
  expect([map.get('a'), map.get('b'), map.get('c')]).toEqual([undefined, 2, undefined])
})
