import { expect, it } from 'vitest'
import { createFreeNames } from '#engine/secrets/freeNames'

it('a taken name gets a number, and no name is given twice', () => {
  const freeName = createFreeNames(new Set(['a.TOKEN', 'a.TOKEN-3']))
  expect([
    freeName('a.TOKEN'),
    freeName('a.TOKEN'),
    freeName('a.TOKEN-2'),
    freeName('a.KEY'),
    freeName('a.TOKEN'),
    freeName('a.x y'),
  ]).toEqual(['a.TOKEN-2', 'a.TOKEN-4', 'a.TOKEN-2-2', 'a.KEY', 'a.TOKEN-5', 'a.x_y'])
})

// Catches code that tries all numbers again, from 1, for each of thousands of equal names in a script.
it('a name costs one lookup, however often it was requested before', () => {
  let looks = 0
  const taken = { has: () => (looks += 1) < 0 }
  const freeName = createFreeNames(taken)
  const names = new Set(Array.from({ length: 10_000 }, () => freeName('server.token')))
  expect([names.size, looks]).toEqual([10_000, 10_000])
})
