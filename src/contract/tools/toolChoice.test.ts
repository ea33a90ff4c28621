import { expect, test } from 'vitest'
import { choiceWithout, isToolLeft, type ToolChoice, toolsLeft } from '#contract/tools/toolChoice'

// Catches a server or tool that comes later and is seen, or is not, against what was chosen.
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
  // Every object has a property of this name.
  ['only', { a: 'all' }, 'constructor', null, false],
  ['except', { a: 'all' }, 'constructor', 'x', true],
])('%s %j: server %s, tool %s: %s', (mode, servers, server, tool, expected) => {
  const left = toolsLeft({ mode, servers }, server)
  expect(tool === null ? left !== 'none' : isToolLeft(left, tool)).toBe(expected)
})

test('no choice leaves everything', () => {
  expect(toolsLeft(undefined, 'a')).toBe('all')
})

// Catches tools that are on again because their server is off as well, and a server that is off only in part.
test('what a conversation switched off is a choice of all but that', () => {
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
