import { expect, test } from 'vitest'
import {
  sweepingChanges,
  sweptByColumn,
  sweptByLine,
  sweptState,
  sweptWords,
} from '#renderer/features/projects/matrix/rows/bulk.ts'
import { linesOf } from '#renderer/features/projects/matrix/rows/lines.ts'
import { sampleRow } from '#renderer/features/projects/matrix/rows/samples.ts'

const rows = [
  sampleRow('git', ['log', 'commit'], [{ off: [0] }, { projectId: 'b', enabled: false }]),
  sampleRow('files', ['read', 'log_file'], [{}]),
]
const lines = (words: readonly string[]) => linesOf(rows, new Map(), words)

test('a whole column switches servers, and with a filter only what was found', () => {
  expect(sweepingChanges(sweptByColumn(lines([])), ['a'], false)).toEqual([
    { slug: 'git', projectId: 'a', kind: 'switch', enabled: false },
    { slug: 'files', projectId: 'a', kind: 'switch', enabled: false },
  ])
  const found = sweptByColumn(lines(['log']))
  expect(sweptWords(found)).toBe('2 tools')
  expect(sweepingChanges(found, ['a'], false)).toEqual([
    { slug: 'files', projectId: 'a', kind: 'tools', names: ['log_file'], enabled: false },
  ])
  expect(sweptWords(sweptByColumn(lines(['files'])))).toBe('1 server')
})

test('a whole line switches the server in its projects, and adds it to none', () => {
  const [git] = lines([])
  expect(git && sweepingChanges(sweptByLine(git), ['a', 'b', 'c'], true)).toEqual([
    { slug: 'git', projectId: 'b', kind: 'switch', enabled: true },
  ])
})

test('a server with tools that are off still counts as on in the switch for all servers', () => {
  expect(sweptState(sweptByColumn(lines([])), ['a'])).toBe('on')
  expect(sweptState(sweptByColumn(lines([])), ['a', 'b'])).toBe('some')
  expect(sweptState(sweptByColumn(lines(['log'])), ['a'])).toBe('some')
  expect(sweptState(sweptByColumn(lines([])), ['c'])).toBe('absent')
})
