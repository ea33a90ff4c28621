import { expect, test } from 'vitest'
import { choiceOf, hasServer, leavesServer, toolFilter } from '#engine/registry/catalog/choice'
import { scopeKey } from '#engine/registry/catalog/scope'

const inProject = (slug: string) => ({ slug, projectId: 'p' })

// Catches a catalog for every client although all of them chose the same, or nothing.
test('equal choices have one key whatever their order, and no choice at all is none', () => {
  const one = choiceOf({ mode: 'only', servers: { b: 'all', a: ['y', 'x', 'x'] } })
  const other = choiceOf({ mode: 'only', servers: { a: ['x', 'y'], b: 'all' } })
  expect(one?.key).toBe(other?.key)
  expect(choiceOf({ mode: 'except', servers: {} })).toBeUndefined()
  expect(choiceOf({ mode: 'except', servers: { a: [] } })).toBeUndefined()
  expect(choiceOf({ mode: 'only', servers: {} })).toBeDefined()
})

// Catches two clients that share a catalog although they see different things.
test('what differs in what it leaves differs in its key', () => {
  const scopes = [
    { kind: 'all' },
    { kind: 'all', maxNameLength: 46 },
    { kind: 'all', choice: choiceOf({ mode: 'only', servers: { a: 'all' } }) ?? fail() },
    { kind: 'all', choice: choiceOf({ mode: 'except', servers: { a: 'all' } }) ?? fail() },
    { kind: 'all', choice: choiceOf({ mode: 'only', servers: { a: ['all'] } }) ?? fail() },
    { kind: 'all', choice: choiceOf({ mode: 'only', servers: { a: [] } }) ?? fail() },
    { kind: 'all', choice: choiceOf({ mode: 'only', servers: {} }) ?? fail() },
  ] as const
  expect(new Set(scopes.map((scope) => scopeKey(scope))).size).toBe(scopes.length)
})

// Catches a server or tool that comes later and is seen, or is not, against what was chosen.
test.each([
  ['except', { a: 'all' }, 'a', null, false],
  ['except', { a: 'all' }, 'later', 'tool', true],
  ['except', { a: ['x'] }, 'a', 'x', false],
  ['except', { a: ['x'] }, 'a', 'later', true],
  ['only', { a: 'all' }, 'a', 'later', true],
  ['only', { a: 'all' }, 'later', null, false],
  ['only', { a: ['x'] }, 'a', 'x', true],
  ['only', { a: ['x'] }, 'a', 'later', false],
] as const)('%s %j: server %s, tool %s: %s', (mode, servers, slug, tool, expected) => {
  const choice = choiceOf({ mode, servers })
  const isLeft = leavesServer(choice, slug) && (tool === null || (toolFilter(choice, slug)?.(tool) ?? true))
  expect(isLeft).toBe(expected)
})

// Catches a slug that is a property of every object.
test('a server is named by the choice alone, not by what every object has', () => {
  const choice = choiceOf({ mode: 'only', servers: { a: 'all' } }) ?? fail()
  expect(leavesServer(choice, 'constructor')).toBe(false)
  expect(hasServer({ kind: 'all', choice }, inProject('a'))).toBe(true)
  expect(hasServer({ kind: 'project', projectId: 'other', choice }, inProject('a'))).toBe(false)
  expect(hasServer({ kind: 'server', slug: 'b', choice }, inProject('a'))).toBe(false)
})

function fail(): never {
  throw new Error('this choice leaves everything')
}
