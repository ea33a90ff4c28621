import { expect, test } from 'vitest'
import { addressOf } from '#engine/gateway/request/scopePath'

const ids: Record<string, string> = { 'My project': 'p1', p1: 'p1', 'a/b': 'p2' }

test.each<[string, object | null]>([
  ['', { kind: 'all' }],
  ['/', { kind: 'all' }],
  ['/s/git', { kind: 'server', slug: 'git' }],
  ['/p/My%20project', { kind: 'project', projectId: 'p1' }],
  ['/p/a%2Fb', { kind: 'project', projectId: 'p2' }],
  ['/p/p1', { kind: 'project', projectId: 'p1' }],
  ['/p/nobody', null],
  ['/s/', null],
  ['/s', null],
  ['/s/git/', null],
  ['/s/git/more', null],
  ['/x/git', null],
  ['/p/%', null],
  ['/p/%ff', null],
  ['s/git', null],
])('the scope of /mcp%s', (path, expected) => {
  expect(addressOf(path, { projectId: (name) => ids[name] ?? null })?.scope ?? null).toEqual(expected)
})

// Catches a client that asks for the three search tools and gets three hundred.
test.each([
  ['?mode=search', true],
  ['/s/git?mode=search', true],
  ['/?x=1&mode=search', true],
  ['?mode=list', false],
  ['?', false],
  ['/s/mode=search', false],
])('/mcp%s asks for the search tools: %s', (path, searches) => {
  expect(addressOf(path, { projectId: () => null })?.searches).toBe(searches)
})
