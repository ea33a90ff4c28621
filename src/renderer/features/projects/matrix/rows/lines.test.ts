import { expect, test } from 'vitest'
import { type Line, linesOf, titleOf } from '#renderer/features/projects/matrix/rows/lines.ts'
import { sampleRow } from '#renderer/features/projects/matrix/rows/samples.ts'

const rows = [
  sampleRow('git', ['log', 'commit'], [{ named: [{ tool: 1, name: 'save', description: null }] }]),
  sampleRow('files', ['read', 'log_file'], []),
]
const none = new Map<string, boolean>()
const shown = (lines: readonly Line[]) =>
  lines.map((line) => (line.kind === 'tool' ? `- ${titleOf(line)}` : titleOf(line)))

test.each([
  ['no filter', none, [], ['GIT', 'FILES']],
  ['one server is unfolded', new Map([['git', false]]), [], ['GIT', '- log', '- commit', 'FILES']],
  ['a server is found by its name, with its tools folded', none, ['git'], ['GIT']],
  ['tools are found, which unfolds their servers', none, ['log'], ['GIT', '- log', 'FILES', '- log_file']],
  ['a server with found tools was folded', new Map([['files', true]]), ['log'], ['GIT', '- log', 'FILES']],
  ["a tool is found by a project's own name for it", none, ['save'], ['GIT', '- commit']],
  ['words match the server and the tool', none, ['files', 'log'], ['FILES', '- log_file']],
  ['nothing is found', none, ['zzz'], []],
] as const)('where %s', (_, folded, words, expected) => {
  expect(shown(linesOf(rows, folded, words))).toEqual(expected)
})

test('positions count shown lines only, so that a screen reader does not count what a filter hides', () => {
  const positions = linesOf(rows, none, ['log']).map(({ position, siblings }) => [position, siblings])
  expect(positions).toEqual([
    [1, 2],
    [1, 1],
    [2, 2],
    [1, 1],
  ])
})
