import { expect, test } from 'vitest'
import { inOrder } from '#contract/projectOrder'

// Catches columns that change their places with the database, the language of the machine, or what came first.
test('projects are in the order of their names, whatever letters those have, and of their ids where they are alike', () => {
  const named = (name: string, id = name) => ({ id, name })
  const [work, home, umlaut, other] = [named('Work'), named('home'), named('\u00DCbung'), named('Work', 'A')]
  expect([work, umlaut, other, home].sort(inOrder)).toEqual([home, umlaut, other, work])
})
