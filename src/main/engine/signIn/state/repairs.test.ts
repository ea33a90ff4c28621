import { expect, test } from 'vitest'
import { Repairs } from '#engine/signIn/state/repairs'

test('for a server that refused five new tokens in a row, no sixth is requested for a while', () => {
  const repairs = new Repairs()
  for (let count = 1; count <= 5; count += 1) {
    expect(repairs.isFutile(`token ${count - 1}`, count)).toBe(false)
    // Catches a refused token being counted once for each call that waited for it.
    for (let call = 0; call < 50; call += 1) repairs.note(`token ${count}`, count)
  }
  expect(repairs.isFutile('token 5', 6)).toBe(true)
  // Catches a person's new sign-in being refused because of the tokens before it.
  expect(repairs.isFutile('token of a new sign-in', 6)).toBe(false)
  expect(repairs.isFutile('token 5', 60_000)).toBe(false)
})
