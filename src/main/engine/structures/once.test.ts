import { expect, it } from 'vitest'
import { once } from '#engine/structures/once'

// Catches schemas that are all built at the start, or built again at each use.
it('makes the value at its first use, and only then', () => {
  let made = 0
  const value = once(() => ({ number: ++made }))
  expect(made).toBe(0)
  expect([value(), value()]).toEqual([{ number: 1 }, { number: 1 }])
})
