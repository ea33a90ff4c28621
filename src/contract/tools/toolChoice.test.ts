import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  choiceNow,
  choiceWithout,
  isToolLeft,
  leftOf,
  switchedOffNow,
  type ToolChoice,
  toolsLeft,
} from '#contract/tools/toolChoice'

// Catches a server or tool that was added later and is visible, or hidden, against the choice.
test.each<[ToolChoice['mode'], ToolChoice['servers'], server: string, tool: string | null, expected: boolean]>([
  ['except', { a: 'all' }, 'a', null, false],
  ['except', { a: 'all' }, 'later', 'tool', true],
  ['except', { a: ['x'] }, 'a', null, true],
  ['except', { a: ['x'] }, 'a', 'x', false],
  ['except', { a: ['x'] }, 'a', 'later', true],
  ['only', { a: 'all' }, 'a', 'later', true],
  ['only', { a: 'all' }, 'later', null, false],
  ['only', { a: ['x'] }, 'a', 'x', true],
  ['only', { a: ['x'] }, 'a', 'later', false],
  ['only', { a: [] }, 'a', null, true],
  // Every object has a property with this name.
  ['only', { a: 'all' }, 'constructor', null, false],
  ['except', { a: 'all' }, 'constructor', 'x', true],
])('%s %j: server %s, tool %s: %s', (mode, servers, server, tool, expected) => {
  const left = toolsLeft({ mode, servers }, server)
  expect(tool === null ? left !== 'none' : isToolLeft(left, tool)).toBe(expected)
})

test('without a choice all tools are left', () => {
  expect(toolsLeft(undefined, 'a')).toBe('all')
})

// Catches a server that is off, but only partly, because one of its tools is switched off as well.
test('what a conversation switches off is a choice of everything else', () => {
  const toolsOff = [
    { server: 'git', name: 'log' },
    { server: 'web', name: 'fetch' },
    { server: 'git', name: 'push' },
  ]
  expect(choiceWithout({ serversOff: ['web', 'native'], toolsOff })).toEqual({
    mode: 'except',
    servers: { git: ['log', 'push'], web: 'all', native: 'all' },
  })
})

const servers = [
  { slug: 'a', formerSlugs: ['b', 'c'] },
  { slug: 'd', formerSlugs: [] },
]
const names = fc.constantFrom('a', 'b', 'c', 'd', 'gone')
const tools = ['x', 'y']
const leaves = (choice: ToolChoice, server: { slug: string; formerSlugs?: readonly string[] }) => {
  const left = leftOf(choice, server)
  return [left !== 'none', ...tools.map((tool) => isToolLeft(left, tool))]
}

// Catches a page that shows a server as not chosen, while the engine lets a client see it by a former slug.
test('a choice with current slugs selects the same tools as one with former slugs', () => {
  const chosen = fc.record({
    mode: fc.constantFrom('except' as const, 'only' as const),
    servers: fc.dictionary(names, fc.oneof(fc.constant('all' as const), fc.subarray(tools, { minLength: 1 }))),
  })
  fc.assert(
    fc.property(chosen, (choice) => {
      const now = choiceNow(choice, servers)
      for (const server of servers) expect(leaves(now, { slug: server.slug })).toEqual(leaves(choice, server))
      expect(Object.keys(now.servers).filter((name) => 'bc'.includes(name))).toEqual([])
    }),
  )
  // An entry without tools has no effect.
  const empty: ToolChoice = { mode: 'except', servers: { a: [], b: 'all' } }
  expect(choiceNow(empty, servers)).toEqual({ mode: 'except', servers: { a: 'all' } })
})

test('switched-off tools with current slugs select the same as with former slugs', () => {
  const off = fc.record({
    serversOff: fc.uniqueArray(names),
    toolsOff: fc.array(fc.record({ server: names, name: fc.constantFrom(...tools) })),
  })
  fc.assert(
    fc.property(off, (left) => {
      const now = choiceWithout(switchedOffNow(left, servers))
      for (const server of servers)
        expect(leaves(now, { slug: server.slug })).toEqual(leaves(choiceWithout(left), server))
    }),
  )
})
