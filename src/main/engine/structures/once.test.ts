import { expect, it } from 'vitest'
import { once } from '#engine/structures/once'

// A start would pay for every schema again, or each use would.
it('makes the value at its first use, and only then', () => {
  let made = 0
  const value = once(() => ({ number: ++made }))
  expect(made).toBe(0)
  expect([value(), value()]).toEqual([{ number: 1 }, { number: 1 }])
})
