import { expect, test } from 'vitest'
import { roughWeight } from '#engine/records/roughWeight'

test('a large text weighs its length, at any depth of a value', () => {
  const result = {
    content: [{ type: 'text', text: 'x'.repeat(1_000_000) }],
    structuredContent: { a: { b: 'y'.repeat(500_000) } },
  }
  expect(roughWeight(result)).toBeGreaterThan(1_500_000)
  expect(roughWeight(result)).toBeLessThan(1_501_000)
})

test('a value of millions of parts, or one that contains itself, is not traversed completely', () => {
  const loop: Record<string, unknown> = {}
  loop['self'] = loop
  expect(roughWeight(loop)).toBeLessThan(100_000)
  let looked = 0
  const list = new Proxy(Array(1_000_000).fill(0), {
    get: (target, key) => {
      looked += 1
      return Reflect.get(target, key) as unknown
    },
  })
  expect(roughWeight(list)).toBe(16 + 16 * 1_000_000)
  expect(looked).toBeLessThan(2_000)
})
