import fc from 'fast-check'
import { expect, test } from 'vitest'
import { apportion } from '#engine/chat/apportion'

test.each([
  [10, [1, 1, 1], [4, 3, 3]],
  [100, [3, 0, 1], [75, 0, 25]],
  [7, [0, 0], [7, 0]],
  [0, [5, 5], [0, 0]],
])('%d in the proportions %o is %o', (total, weights, shares) => {
  expect(apportion(total, weights)).toEqual(shares)
})

test('shares are whole numbers, none negative, and their sum is the whole', () => {
  const weights = fc.array(fc.nat(1_000_000), { minLength: 1, maxLength: 30 })
  fc.assert(
    fc.property(fc.nat(10_000_000), weights, (total, given) => {
      const shares = apportion(total, given)
      expect(shares.every((share) => Number.isInteger(share) && share >= 0)).toBe(true)
      expect(shares.reduce((sum, share) => sum + share, 0)).toBe(total)
    }),
  )
})
