/** The list of a client's tools contains every tool, and its counts include all tools, whatever the search. */
import { describe, expect, test } from 'vitest'
import type { ToolInSight } from '#contract/tools/sight'
import { countsOf, lineKey, sightLines } from '#renderer/features/projects/sight/sightLines.ts'

const tool = (server: string, name: string, more: Partial<ToolInSight> = {}): ToolInSight => ({
  server,
  name,
  title: null,
  publicName: more.hidden === undefined ? name : null,
  hidden: null,
  detail: null,
  isChanged: false,
  ...more,
})

const tools = [
  tool('git', 'log', { publicName: 'history' }),
  tool('files', 'read'),
  tool('git', 'push', { hidden: 'toolOff' }),
  tool('files', 'write', { title: 'Save a file', hidden: 'notChosen' }),
]
const names = new Map([
  ['git', 'Git of work'],
  ['files', 'Files'],
])
const keys = (wanted: Parameters<typeof sightLines>[2]) => sightLines(tools, names, wanted).map(lineKey)

describe('the lines', () => {
  test('each server has its tools below it, even if they come mixed', () => {
    expect(keys({ state: undefined, words: [] })).toEqual([
      'git',
      'git/log',
      'git/push',
      'files',
      'files/read',
      'files/write',
    ])
  })

  test.each([
    ['a state leaves out servers with nothing in it', 'seen', [], ['git', 'git/log', 'files', 'files/read']],
    ['hidden tools are found', 'hidden', [], ['git', 'git/push', 'files', 'files/write']],
    ['the name of a server finds all of its tools', undefined, ['work'], ['git', 'git/log', 'git/push']],
    ['a tool is found by its own name in the project', undefined, ['history'], ['git', 'git/log']],
    ['and by what its server calls it', undefined, ['git', 'log'], ['git', 'git/log']],
    ['and by its title', undefined, ['save'], ['files', 'files/write']],
    ['words and a state apply together', 'seen', ['save'], []],
  ] as const)('%s', (_, state, words, found) => {
    expect(keys({ state, words })).toEqual(found)
  })

  test('tools with the same name, which only quarantined ones have, get their own lines', () => {
    const twice = [tool('git', 'log'), tool('git', 'log', { hidden: 'quarantined' })]
    expect(sightLines(twice, names, { state: undefined, words: [] }).map(lineKey)).toEqual([
      'git',
      'git/log',
      'git/log/1',
    ])
  })

  test('the line of a server counts all its tools, whatever the search', () => {
    expect(sightLines(tools, names, { state: 'hidden', words: ['push'] })[0]).toEqual({
      kind: 'server',
      slug: 'git',
      name: 'Git of work',
      seen: 1,
      total: 2,
      isOff: false,
    })
  })
})

test('a server that is off says so once, even if some of its tools are hidden for other reasons', () => {
  const off = [tool('git', 'bad', { hidden: 'quarantined' }), tool('git', 'log', { hidden: 'serverOff' })]
  expect(sightLines(off, names, { state: undefined, words: [] })[0]).toMatchObject({ seen: 0, total: 2, isOff: true })
})

test('a server without a known name is shown by its slug', () => {
  expect(sightLines(tools, new Map(), { state: undefined, words: [] })[0]).toMatchObject({ name: 'git' })
})

test('every tool is either seen or hidden', () => {
  expect(countsOf(tools)).toEqual({ seen: 2, hidden: 2, servers: 2 })
  expect(countsOf([])).toEqual({ seen: 0, hidden: 0, servers: 0 })
})
