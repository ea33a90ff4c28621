import { expect, test } from 'vitest'
import { groupShown, projectOfGroup } from '#renderer/model/servers/groupShown.ts'

const server = { projects: ['home', 'work'], groupIn: { work: 'pool' } }

test.each([
  ['home', 'home'],
  ['elsewhere', null],
  [null, null],
])('with %s chosen, the group is that of %s', (chosen, project) => {
  expect(projectOfGroup(server, chosen)).toBe(project)
})

test('of a server in one project, it is that of the project, whatever is chosen', () => {
  expect(projectOfGroup({ projects: ['work'], groupIn: {} }, null)).toBe('work')
})

// Catches a form that shows the group of one project and saves it in all.
test.each([
  ['work', { group: 'pool', differs: false }],
  ['home', { group: null, differs: false }],
  [null, { group: null, differs: true }],
])('in %s it is %o', (project, shown) => {
  expect(groupShown(server, project)).toEqual(shown)
})

test('where all projects give it the same, that is its group', () => {
  expect(groupShown({ ...server, groupIn: { home: 'pool', work: 'pool' } }, null)).toEqual({
    group: 'pool',
    differs: false,
  })
})
