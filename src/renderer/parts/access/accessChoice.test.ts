import { describe, expect, test } from 'vitest'
import { isToolLeft, type ToolChoice, toolsLeft } from '#contract/tools/toolChoice'
import { choiceText, everything, withAll, withMode, withServer, withTool } from '#renderer/parts/access/accessChoice.ts'

const tools = ['read', 'write']
const isTicked = (choice: ToolChoice, slug: string, tool: string) => isToolLeft(toolsLeft(choice, slug), tool)
const nothing: ToolChoice = { mode: 'only', servers: {} }

describe.each([
  ['except', everything],
  ['only', withServer(nothing, 'git', true)],
] as const)('checkboxes in mode %s', (_mode, start) => {
  test('of a whole server are cleared and set again', () => {
    const without = withServer(start, 'git', false)
    expect([toolsLeft(start, 'git'), toolsLeft(without, 'git')]).toEqual(['all', 'none'])
    expect(withServer(without, 'git', true)).toEqual(start)
  })

  test('of a tool leave the others unchanged', () => {
    const choice = withTool(start, 'git', tools, 'write', false)
    expect(typeof toolsLeft(choice, 'git')).toBe('function')
    expect(tools.map((tool) => isTicked(choice, 'git', tool))).toEqual([true, false])
    expect(withTool(choice, 'git', tools, 'write', true)).toEqual(start)
  })

  test('of the last tool are those of the server', () => {
    const one = withTool(start, 'git', tools, 'read', false)
    expect(toolsLeft(withTool(one, 'git', tools, 'write', false), 'git')).toBe('none')
  })
})

test.each([
  ['except', everything],
  ['only', nothing],
] as const)('in mode %s, None and then two ticks leave exactly these two', (_mode, start) => {
  const listed = new Map([
    ['git', { all: tools, listed: tools }],
    ['files', { all: ['search'], listed: ['search'] }],
  ])
  const none = withAll(withAll(start, listed, true), listed, false)
  const two = withTool(withTool(none, 'git', tools, 'read', true), 'files', ['search'], 'search', true)
  expect([isTicked(two, 'git', 'read'), isTicked(two, 'git', 'write'), isTicked(two, 'files', 'search')]).toEqual([
    true,
    false,
    true,
  ])
})

test('during a search, All and None change only the listed tools', () => {
  const found = new Map([['git', { all: tools, listed: ['write'] }]])
  const choice = withAll(everything, found, false)
  expect([isTicked(choice, 'git', 'read'), isTicked(choice, 'git', 'write')]).toEqual([true, false])
  expect(withAll(choice, found, true)).toEqual(everything)
})

test('changing the mode changes no checkbox: otherwise a click would show a client what it must not see', () => {
  const toolsOf = new Map([
    ['git', tools],
    ['files', ['search']],
    ['web', ['fetch']],
  ])
  const before = withServer(withTool(everything, 'git', tools, 'write', false), 'web', false)
  const after = withMode(before, 'only', toolsOf)
  for (const [slug, names] of toolsOf)
    for (const tool of names) expect(isTicked(after, slug, tool)).toBe(isTicked(before, slug, tool))
  expect(after.mode).toBe('only')
  expect(withMode(after, 'except', toolsOf)).toEqual(before)
})

test.each([
  [everything, 'Sees everything that is on'],
  [nothing, 'Sees nothing'],
  [{ mode: 'except', servers: { git: 'all', web: ['a', 'b'] } }, 'Sees everything but git, 2 of web'],
  [{ mode: 'only', servers: { git: 'all' } }, 'Sees only git'],
] as const)('%j reads "%s"', (choice, text) => {
  expect(choiceText(choice as ToolChoice)).toBe(text)
})
