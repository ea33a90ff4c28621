import { expect, test } from 'vitest'
import { scopeOfPath } from '#engine/gateway/scopePath'

test.each<[string, object | null]>([
  ['', { kind: 'all' }],
  ['/', { kind: 'all' }],
  ['/s/git', { kind: 'server', slug: 'git' }],
  ['/p/My%20project', { kind: 'project', projectId: 'My project' }],
  ['/p/a%2Fb', { kind: 'project', projectId: 'a/b' }],
  ['/s/', null],
  ['/s', null],
  ['/s/git/', null],
  ['/s/git/more', null],
  ['/x/git', null],
  ['/p/%', null],
  ['/p/%ff', null],
  ['s/git', null],
])('/mcp%s', (path, expected) => {
  expect(scopeOfPath(path)).toEqual(expected)
})
