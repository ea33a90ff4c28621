import { expect, test } from 'vitest'
import type { ProjectSnapshot } from '#contract/project'
import { removedText, withServers } from '#main/cli/commands/projects'

const project = (id: string): ProjectSnapshot => ({
  id,
  name: id,
  naming: 'override',
  prefix: '{server}__{tool}',
  start: 'lazy',
  instructions: '',
  file: null,
  formerNames: [],
  startFailure: null,
})

test('a server counts in each of its projects, and as enabled only where it is on', () => {
  const servers = [
    { projects: ['a', 'b'], enabledIn: ['b'] },
    { projects: ['b'], enabledIn: ['b'] },
    { projects: [], enabledIn: [] },
  ]
  const found = withServers([project('a'), project('b'), project('c')], servers)
  expect(found.map((each) => [each.id, each.servers.enabled, each.servers.total])).toEqual([
    ['a', 0, 1],
    ['b', 2, 2],
    ['c', 0, 0],
  ])
})

test.each([
  [[], [], 'Removed work.\n'],
  [['a', 'b'], [], 'Removed work. Its servers stay: a, b.\n'],
  [['a', 'b'], ['b'], 'Removed work. Its servers stay: a, b. Now in no project, and stopped: b.\n'],
])(
  'after removing a project with %j, of which %j are in no other project, the command says what stays',
  (servers, inNoProject, text) => {
    expect(removedText({ project: 'work', servers, inNoProject })).toBe(text)
  },
)
