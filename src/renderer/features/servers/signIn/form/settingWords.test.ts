import { expect, test } from 'vitest'
import { settingLines } from '#renderer/features/servers/signIn/form/settingWords.ts'

test('every setting that differs from its default is shown, and no other', () => {
  expect(settingLines({ secretNames: [], issuerCheck: true, assumePkce: false })).toEqual([])
  const all = settingLines({
    grant: 'code',
    clientId: 'switchboard',
    scope: 'read',
    redirectHost: 'localhost',
    redirectPort: 4180,
    resource: 'omit',
    assumePkce: true,
    issuerCheck: false,
    scopeOnRefresh: true,
    identityProvider: { tokenEndpoint: 'https://idp.example/token', clientId: 'other' },
    secretNames: ['clientSecret', 'identityProvider.idToken'],
  })
  expect(all.map(({ title, text }) => `${title}: ${text}`)).toEqual([
    'Who signs in: A person, in the browser',
    'Client ID: switchboard',
    'Stored: Client secret, ID token',
    'Scope: read',
    'Redirect host: localhost',
    'Redirect port: 4180',
    'Resource: Not sent',
    'PKCE: Assumed',
    'Issuer name: May differ from its address',
    'Refresh: Sends the scopes',
    'Identity provider: https://idp.example/token',
  ])
})
