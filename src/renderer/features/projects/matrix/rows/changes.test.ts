import { expect, test } from 'vitest'
import type { MatrixRow } from '#contract/projectServers'
import { type MatrixChange, inversesOf, rowsAfter } from '#renderer/features/projects/matrix/rows/changes.ts'
import { sampleRow } from '#renderer/features/projects/matrix/rows/samples.ts'

const named = [{ tool: 0, name: 'history', description: 'What happened' }]
const rows = [
  sampleRow(
    'git',
    ['log', 'commit', 'push'],
    [
      { projectId: 'a', off: [2], named },
      { projectId: 'b', enabled: false },
    ],
  ),
  sampleRow('files', ['read'], [{ projectId: 'a' }]),
]
const at = (slug: string, projectId: string) => ({ slug, projectId })

/** The order of pairs and of their contents does not matter. */
function content(all: readonly MatrixRow[]) {
  return all.map(({ slug, pairs }) => ({
    slug,
    pairs: pairs
      .map((pair) => ({
        ...pair,
        off: pair.off.toSorted((x, y) => x - y),
        named: pair.named.toSorted((x, y) => x.tool - y.tool),
      }))
      .toSorted((x, y) => x.projectId.localeCompare(y.projectId)),
  }))
}

test.each<[string, MatrixChange[]]>([
  ['a server switched off', [{ ...at('git', 'a'), kind: 'switch', enabled: false }]],
  ['a server that was already off', [{ ...at('git', 'b'), kind: 'switch', enabled: false }]],
  ['a server added to a project', [{ ...at('files', 'b'), kind: 'put' }]],
  ['a server removed, with its toggles and own names', [{ ...at('git', 'a'), kind: 'takeOut' }]],
  [
    'all tools off, one of which was off',
    [{ ...at('git', 'a'), kind: 'tools', names: ['log', 'commit', 'push'], enabled: false }],
  ],
  [
    'all tools on, two of which were on',
    [{ ...at('git', 'a'), kind: 'tools', names: ['log', 'commit', 'push'], enabled: true }],
  ],
  ['a name changed', [{ ...at('git', 'a'), kind: 'name', tool: 'log', name: 'past', description: null }]],
  [
    'a name given for the first time',
    [{ ...at('git', 'a'), kind: 'name', tool: 'push', name: 'send', description: null }],
  ],
  ['a name reset', [{ ...at('git', 'a'), kind: 'name', tool: 'log', name: null, description: null }]],
  [
    'several changes to one pair, each on the result of the previous one',
    [
      { ...at('git', 'a'), kind: 'tools', names: ['log'], enabled: false },
      { ...at('git', 'a'), kind: 'switch', enabled: false },
      { ...at('git', 'a'), kind: 'takeOut' },
      { ...at('files', 'a'), kind: 'switch', enabled: false },
    ],
  ],
])('Undo of %s leaves everything as it was', (_, changes) => {
  const after = rowsAfter(rows, changes)
  const back = rowsAfter(after, inversesOf(rows, changes))
  expect(content(back)).toEqual(content(rows))
})

test('a change without effect on the tools has nothing to undo', () => {
  expect(inversesOf(rows, [{ ...at('git', 'a'), kind: 'tools', names: ['push', 'gone'], enabled: false }])).toEqual([])
})

test('unaffected rows stay the same objects, so that they are not rendered again', () => {
  expect(rowsAfter(rows, [{ ...at('git', 'a'), kind: 'switch', enabled: false }])[1]).toBe(rows[1])
})
