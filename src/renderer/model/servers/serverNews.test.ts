import { expect, test } from 'vitest'
import type { ConnectionState, ServerSnapshot } from '#contract/servers/server'
import type { SignInKind } from '#contract/servers/signIn'
import { announcements } from '#renderer/model/servers/serverNews.ts'

const error = { code: 'SERVER_LOST', message: 'It ended with exit code 1.' }
const refused = { code: 'SIGN_IN_REQUIRED', message: 'It answered 401.' }
const ready: ConnectionState = {
  kind: 'ready',
  since: 0,
  pid: 1,
  era: 'legacy',
  protocolVersion: '2025-11-25',
  implementation: { name: 'x', version: '1' },
}

function server(slug: string, state: ConnectionState, signIn: SignInKind = 'none') {
  return { slug, name: slug.toUpperCase(), state, signIn } as ServerSnapshot
}

test('only changes that matter are announced, and nothing on the first load', () => {
  const before = [server('a', { kind: 'stopped' }), server('b', ready), server('c', ready)]
  const after = [
    server('a', { kind: 'starting', phase: 'spawning', since: 0, attempt: 1 }),
    server('b', { kind: 'failed', at: 0, error }),
    server('c', ready),
    server('new', ready),
  ]
  expect(announcements(before, after)).toEqual(['B failed: It ended with exit code 1.'])
})

test('a server that refuses because it needs a sign-in is announced once, and not as a failure', () => {
  const before = [server('a', { kind: 'stopped' })]
  const after = [server('a', { kind: 'failed', at: 0, error: refused }, 'needed')]
  expect(announcements(before, after)).toEqual(['A needs a sign-in.'])
})

test.each<[SignInKind, SignInKind, string[]]>([
  ['none', 'needed', ['A needs a sign-in.']],
  ['signedIn', 'needed', ['The sign-in to A has ended.']],
  ['needed', 'waiting', ['A is waiting for your sign-in in the browser.']],
  ['waiting', 'signedIn', ['Signed in to A.']],
  ['signedIn', 'cannotRefresh', ['The sign-in to A cannot be refreshed now.']],
  // The refresh works again, so nothing has changed for the person.
  ['cannotRefresh', 'signedIn', []],
  ['waiting', 'none', []],
])('a sign-in from %s to %s is announced as %j', (was, is, sentences) => {
  expect(announcements([server('a', ready, was)], [server('a', ready, is)])).toEqual(sentences)
})
