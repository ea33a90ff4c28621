import { expect, test } from 'vitest'
import { hasServer, keyedChoice } from '#engine/registry/catalog/choice'
import { scopeKey } from '#engine/registry/catalog/scope'

const inProject = (slug: string) => ({ slug, projectId: 'p' })

// Catches a separate catalog for every client although all clients have the same choice, or none.
test('equal choices have the same key in any order, and an empty choice has no key', () => {
  const one = keyedChoice({ mode: 'only', servers: { b: 'all', a: ['y', 'x', 'x'] } })
  const other = keyedChoice({ mode: 'only', servers: { a: ['x', 'y'], b: 'all' } })
  expect(one?.key).toBe(other?.key)
  expect(keyedChoice({ mode: 'except', servers: {} })).toBeUndefined()
  expect(keyedChoice({ mode: 'except', servers: { a: [] } })).toBeUndefined()
  expect(keyedChoice({ mode: 'only', servers: {} })).toBeDefined()
})

// Catches two clients that share a catalog although they should see different tools.
test('choices that show different tools have different keys', () => {
  const scopes = [
    { kind: 'all' },
    { kind: 'all', maxNameLength: 46 },
    { kind: 'all', choice: keyedChoice({ mode: 'only', servers: { a: 'all' } }) ?? fail() },
    { kind: 'all', choice: keyedChoice({ mode: 'except', servers: { a: 'all' } }) ?? fail() },
    { kind: 'all', choice: keyedChoice({ mode: 'only', servers: { a: ['all'] } }) ?? fail() },
    { kind: 'all', choice: keyedChoice({ mode: 'only', servers: { a: [] } }) ?? fail() },
    { kind: 'all', choice: keyedChoice({ mode: 'only', servers: {} }) ?? fail() },
  ] as const
  expect(new Set(scopes.map((scope) => scopeKey(scope))).size).toBe(scopes.length)
})

// Catches a scope that shows a server of another project, or one that the address does not name, only because the
// choice includes it.
test('whether a server is in a scope depends on its project, the address and the choice', () => {
  const choice = keyedChoice({ mode: 'only', servers: { a: 'all' } }) ?? fail()
  expect(hasServer({ kind: 'all', choice }, inProject('a'))).toBe(true)
  expect(hasServer({ kind: 'all', choice }, inProject('b'))).toBe(false)
  expect(hasServer({ kind: 'project', projectId: 'other', choice }, inProject('a'))).toBe(false)
  expect(hasServer({ kind: 'server', slug: 'b', choice }, inProject('a'))).toBe(false)
})

function fail(): never {
  throw new Error('this choice leaves everything')
}
