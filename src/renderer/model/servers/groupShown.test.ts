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

test("the group of a server in one project is the project's, whatever project is chosen", () => {
  expect(projectOfGroup({ projects: ['work'], groupIn: {} }, null)).toBe('work')
})

// Catches a form that shows one project's group and saves it in all projects.
test.each([
  ['work', { group: 'pool', differs: false }],
  ['home', { group: null, differs: false }],
  [null, { group: null, differs: true }],
])('in %s the group is %o', (project, shown) => {
  expect(groupShown(server, project)).toEqual(shown)
})

test('the group is shown if all projects give the same', () => {
  expect(groupShown({ ...server, groupIn: { home: 'pool', work: 'pool' } }, null)).toEqual({
    group: 'pool',
    differs: false,
  })
})
