/** Two servers with the same name are not mistaken for one. */
import { expect, test } from 'vitest'
import { toldApart } from '#renderer/features/projects/toldApart.ts'

test('servers with the same name get their slugs, others do not', () => {
  const servers = [
    { slug: 'git', name: 'Git' },
    { slug: 'git-2', name: 'Git' },
    { slug: 'work', name: 'Work git' },
  ]
  expect(toldApart(servers)).toEqual(['Git (git)', 'Git (git-2)', 'Work git'])
})
