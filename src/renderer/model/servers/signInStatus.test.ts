import { describe, expect, test } from 'vitest'
import type { ConnectionState } from '#contract/servers/server'
import type { SignInKind } from '#contract/servers/signIn'
import { needsSignIn, onlyLacksSignIn, signInMark } from '#renderer/model/servers/signInStatus.ts'

test.each<[SignInKind, string | null, string | null]>([
  ['none', null, null],
  ['signedIn', null, null],
  ['needed', 'Needs sign-in', null],
  ['waiting', 'Signing in', 'in the browser'],
  ['cannotRefresh', 'Cannot refresh', 'next try in 40 s'],
])('a sign-in in the state %s reads "%s"', (kind, word, detail) => {
  const mark = signInMark({ kind, nextTryAt: 41_000 }, 1000)
  expect([mark?.word ?? null, mark?.detail ?? null]).toEqual([word, detail])
})

test('the countdown to the next try never goes below zero, and is absent if the time is unknown', () => {
  expect(signInMark({ kind: 'cannotRefresh', nextTryAt: 0 }, 1000)?.detail).toBe('trying again')
  expect(signInMark({ kind: 'cannotRefresh', nextTryAt: null }, 1000)?.detail).toBeNull()
})

test('a server that is off does not ask for a sign-in', () => {
  expect(needsSignIn({ enabled: true, signIn: 'needed' })).toBe(true)
  expect(needsSignIn({ enabled: false, signIn: 'needed' })).toBe(false)
})

describe('a failure', () => {
  const failed = (code: string): ConnectionState => ({ kind: 'failed', at: 0, error: { code, message: '' } })

  test("that only lacks a sign-in is not shown beside the sign-in's mark", () => {
    expect(onlyLacksSignIn({ state: failed('SIGN_IN_REQUIRED'), signIn: 'needed' })).toBe(true)
  })

  test('of another kind is shown, because a server can be both unreachable and signed out', () => {
    expect(onlyLacksSignIn({ state: failed('SERVER_UNAVAILABLE'), signIn: 'needed' })).toBe(false)
  })

  test('about a header that a person set is shown, because no sign-in can help', () => {
    expect(onlyLacksSignIn({ state: failed('SIGN_IN_REQUIRED'), signIn: 'none' })).toBe(false)
  })
})
