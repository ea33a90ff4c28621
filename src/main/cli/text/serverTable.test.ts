import { expect, test } from 'vitest'
import { projectsInWords } from '#main/cli/text/serverTable'

const names = new Map([
  ['default', 'Default'],
  ['p1', 'Work'],
])

test.each([
  [['default', 'p1'], ['default'], 'Default, Work (off)'],
  // Such a server is never started, whatever its switches were.
  [[], [], 'in no project'],
  // Added while the list was read.
  [['p2'], ['p2'], 'p2'],
])('a server in %j, on in %j, is shown as %j', (projects, enabledIn, text) => {
  expect(projectsInWords({ projects, enabledIn }, names)).toBe(text)
})
