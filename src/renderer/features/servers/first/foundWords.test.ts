import { expect, test } from 'vitest'
import type { FoundCandidate } from '#contract/clients/client'
import type { ClientName } from '#contract/clients/clientNames'
import { alsoIn, clientsOf, foundGroups, listed } from '#renderer/features/servers/first/foundWords.ts'

function found(
  name: string,
  places: readonly [ClientName, string][],
  more: Partial<FoundCandidate> = {},
): FoundCandidate {
  return {
    name,
    launch: { line: 'x', values: {}, cwd: null },
    enabled: true,
    problem: null,
    file: '',
    standing: 'new',
    needs: [],
    notes: [],
    clash: null,
    missing: null,
    places: places.map(([client, own]) => ({ client, file: '', name: own })),
    ...more,
  }
}

const git = found('git', [
  ['claude-desktop', 'git'],
  ['cursor', 'git'],
  ['zed', 'repo'],
])
const web = found('web', [['cursor', 'web']])
const own = found('switchboard', [['cursor', 'switchboard']], { standing: 'own' })

test('servers are under the first client that has them, and an entry that leads to Switchboard is left out', () => {
  expect(
    foundGroups([git, web, own]).map(({ client, candidates }) => [client, candidates.map((one) => one.name)]),
  ).toEqual([
    ['claude-desktop', ['git']],
    ['cursor', ['web']],
  ])
})

test('a server in several clients says where else it is, and under which name', () => {
  expect(alsoIn(git)).toBe('Also in Cursor and Zed as repo')
  expect(alsoIn(web)).toBeNull()
  expect(
    alsoIn(
      found('a', [
        ['vscode', 'a'],
        ['vscode', 'b'],
      ]),
    ),
  ).toBeNull()
})

test('the clients of several servers are each named once', () => {
  expect(clientsOf([git, web])).toEqual(['claude-desktop', 'cursor', 'zed'])
  expect([listed([]), listed(['a']), listed(['a', 'b', 'c'])]).toEqual(['', 'a', 'a, b and c'])
})
