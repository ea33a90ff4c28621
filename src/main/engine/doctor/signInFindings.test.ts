import { expect, test } from 'vitest'
import type { SignInSnapshot } from '#contract/servers/signIn'
import { signInFindings } from '#engine/doctor/signInFindings'

const snapshot: SignInSnapshot = {
  state: 'cannotRefresh',
  issuer: 'https://issuer.test',
  scopes: ['read', 'write'],
  expiresAt: 0,
  nextRefreshAt: null,
  error: null,
  account: null,
  clientId: 'me',
  registration: 'dynamic',
  redirectUri: null,
  authorizationUrl: null,
  steps: [
    { phase: 'issuer', at: 0, outcome: 'ok', text: 'https://issuer.test/.well-known/openid-configuration' },
    { phase: 'refresh', at: 0, outcome: 'failed', text: 'the issuer does not answer' },
  ],
}

test('shows what is known about a sign-in, then its steps, and leaves out what is unknown', () => {
  expect(signInFindings(snapshot).map(({ name, text }) => `${name}: ${text}`)).toEqual([
    'state: exists, but cannot be refreshed now',
    'issuer: https://issuer.test',
    'scopes: read write',
    'client: me (dynamic)',
    'expires: 1970-01-01T00:00:00.000Z',
    "the issuer's metadata: https://issuer.test/.well-known/openid-configuration",
    'the refresh: failed: the issuer does not answer',
  ])
})
