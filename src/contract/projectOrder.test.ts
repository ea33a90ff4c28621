import { expect, test } from 'vitest'
import { inOrder } from '#contract/projectOrder'

// Catches columns whose order depends on the database, the machine's language, or the order of creation.
test('projects are ordered by name, whatever letters the names contain, and by id if names are equal', () => {
  const named = (name: string, id = name) => ({ id, name })
  const [work, home, umlaut, other] = [named('Work'), named('home'), named('\u00DCbung'), named('Work', 'A')]
  expect([work, umlaut, other, home].sort(inOrder)).toEqual([home, umlaut, other, work])
})
