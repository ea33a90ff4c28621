import { expect, test } from 'vitest'
import { scopesToAskFor, type WantedScopes } from '#engine/signIn/flow/scopes'

const nothing: WantedScopes = { setting: null, challenged: null, offered: null, before: [], issuerOffers: [] }

test.each([
  ['nothing is known: none', {}, []],
  ['the server offers some: all of them', { offered: ['a', 'b'] }, ['a', 'b']],
  ['its refusal names some: only those', { challenged: 'c', offered: ['a', 'b'] }, ['c']],
  ['more are wanted: with those before', { challenged: 'c', before: ['a', 'c'] }, ['a', 'c']],
  [
    'a person has set them: only those',
    { setting: 'x  y', challenged: 'c', issuerOffers: ['offline_access'] },
    ['x', 'y'],
  ],
  [
    'the issuer offers refresh tokens for a scope',
    { offered: ['a'], issuerOffers: ['offline_access'] },
    ['a', 'offline_access'],
  ],
  // Catches a request whose only scope is that one: an issuer would grant nothing else.
  ['nothing but that is offered', { issuerOffers: ['offline_access'] }, []],
])('%s', (_title, wanted, expected) => expect(scopesToAskFor({ ...nothing, ...wanted })).toEqual(expected))
