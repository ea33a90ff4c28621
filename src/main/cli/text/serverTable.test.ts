import { expect, test } from 'vitest'
import { projectsInWords, stateInWords } from '#main/cli/text/serverTable'

const names = new Map([
  ['default', 'Default'],
  ['p1', 'Work'],
])

test.each([
  [['default', 'p1'], ['default'], 'Default, Work (off)'],
  // A server in no project is never started, whatever its switches were.
  [[], [], 'in no project'],
  // The project was added while the list was read.
  [['p2'], ['p2'], 'p2'],
])('a server in %j, on in %j, is shown as %j', (projects, enabledIn, text) => {
  expect(projectsInWords({ projects, enabledIn }, names)).toBe(text)
})

test.each([
  [
    'needed',
    {
      kind: 'ready',
      since: 0,
      pid: null,
      era: 'legacy',
      protocolVersion: '',
      implementation: { name: '', version: '' },
    },
    'needs sign-in',
  ],
  ['waiting', { kind: 'failed', at: 0, error: { code: 'SIGN_IN_REQUIRED', message: '' } }, 'needs sign-in'],
  ['cannotRefresh', { kind: 'stopped' }, 'not running'],
  ['signedIn', { kind: 'stopped' }, 'not running'],
] as const)('a server whose sign-in is %s, in the state %j, is shown as %s', (signIn, state, text) => {
  expect(stateInWords({ enabled: true, state, signIn })).toBe(text)
  expect(stateInWords({ enabled: false, state, signIn })).toBe('off')
})
