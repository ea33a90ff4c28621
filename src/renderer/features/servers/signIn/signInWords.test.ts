import { describe, expect, test } from 'vitest'
import type { SignInPhase, SignInSnapshot } from '#contract/servers/signIn'
import { expectedHost, waysOut } from '#renderer/features/servers/signIn/signInWords.ts'

function failedAt(phase: SignInPhase, part: Partial<SignInSnapshot> = {}) {
  return {
    steps: [{ phase, at: 0, outcome: 'failed' as const, text: '' }],
    state: 'needed' as const,
    clientId: null,
    registration: null,
    ...part,
  }
}

const registered = { clientId: 'one', registration: 'dynamic' } as const
const given = { clientId: 'one', registration: 'given' } as const

describe('besides another try', () => {
  test('if the issuer registers no clients, the person enters a client ID', () => {
    expect(waysOut(failedAt('client'))).toEqual({ setClient: true, forget: false })
  })

  test.each<SignInPhase>(['authorization', 'token', 'refresh'])(
    'a registration that the issuer may have lost can be forgotten: failed at %s',
    (phase) => {
      expect(waysOut(failedAt(phase, registered))).toEqual({ setClient: false, forget: true })
    },
  )

  test('a client that was entered by hand is corrected, not forgotten', () => {
    expect(waysOut(failedAt('token', given))).toEqual({ setClient: true, forget: false })
  })

  test.each<SignInPhase>(['challenge', 'resource', 'issuer'])('nothing helps before a client was used: %s', (phase) => {
    expect(waysOut(failedAt(phase, registered))).toEqual({ setClient: false, forget: false })
  })

  test('nothing is offered while the issuer cannot be reached: it has refused nothing', () => {
    const unreachable = failedAt('refresh', { ...registered, state: 'cannotRefresh' })
    expect(waysOut(unreachable)).toEqual({ setClient: false, forget: false })
  })
})

test('the host to expect is that of the issuer, and none if its address would not be opened', () => {
  expect(expectedHost({ issuer: 'https://accounts.example.com/tenant' })).toBe('accounts.example.com')
  expect(expectedHost({ issuer: 'http://accounts.example.com/' })).toBeNull()
  expect(expectedHost({ issuer: null })).toBeNull()
})
