import { expect, test } from 'vitest'
import { namingExample } from '#renderer/features/projects/namingExample.ts'

test.each([
  ['prefix-on-conflict', '{server}__{tool}', ['git__search', 'commit', 'files__search']],
  ['prefix-always', '{tool}-of-{server}', ['search-of-git', 'commit-of-git', 'search-of-files']],
  ['override', '{server}__{tool}', [null, 'commit', 'search']],
] as const)('%s with %s names them %j, as the engine would', (naming, prefix, names) => {
  expect(namingExample(naming, prefix).map((example) => example.name)).toEqual(names)
})
