import { expect, test } from 'vitest'
import { scopesToAskFor, type WantedScopes } from '#engine/signIn/flow/scopes'

const nothing: WantedScopes = { setting: null, challenged: null, offered: null, before: [], issuerOffers: [] }

test.each([
  ['no scopes, if nothing is known', {}, []],
  ['all scopes that the server offers', { offered: ['a', 'b'] }, ['a', 'b']],
  ["only the scopes that the server's refusal names", { challenged: 'c', offered: ['a', 'b'] }, ['c']],
  [
    'the present scopes, and those that the server asks for in addition',
    { challenged: 'c', before: ['a', 'c'] },
    ['a', 'c'],
  ],
  [
    'only the scopes that a person has set',
    { setting: 'x  y', challenged: 'c', issuerOffers: ['offline_access'] },
    ['x', 'y'],
  ],
  [
    'also the scope for refresh tokens, if the issuer offers it',
    { offered: ['a'], issuerOffers: ['offline_access'] },
    ['a', 'offline_access'],
  ],
  // Catches a request whose only scope is `offline_access`: an issuer would grant nothing else.
  ['no scopes, if only the one for refresh tokens is offered', { issuerOffers: ['offline_access'] }, []],
])('a sign-in asks for %s', (_title, wanted, expected) =>
  expect(scopesToAskFor({ ...nothing, ...wanted })).toEqual(expected),
)
