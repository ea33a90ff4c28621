/** Two servers of one name are not taken for one. */
import { expect, test } from 'vitest'
import { toldApart } from '#renderer/features/projects/toldApart.ts'

test('servers of one name are told apart by their slugs, others are not', () => {
  const servers = [
    { slug: 'git', name: 'Git' },
    { slug: 'git-2', name: 'Git' },
    { slug: 'work', name: 'Work git' },
  ]
  expect(toldApart(servers)).toEqual(['Git (git)', 'Git (git-2)', 'Work git'])
})
