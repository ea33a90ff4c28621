import { expect, test } from 'vitest'
import { readCallback } from '#engine/signIn/callback/callbackAnswer'

const issuer = 'https://issuer.example'
const advertised = { state: 'right-state', issuer, namesItself: true }
const silent = { ...advertised, namesItself: false }
const read = (query: string, expected: Parameters<typeof readCallback>[1] = silent) =>
  readCallback(new URLSearchParams(query), expected)
const iss = `iss=${encodeURIComponent(issuer)}`
const code = { kind: 'code', code: 'c' }

// The four rows of RFC 9207, and what is near them: issuers are compared as they are.
test.each([
  ['named, and it names itself', `code=c&state=right-state&${iss}`, advertised, { ...code, iss: issuer }],
  ['not named, although it names itself', 'code=c&state=right-state', advertised, { kind: 'mismatch' }],
  ['named, although it does not say so', `code=c&state=right-state&${iss}`, silent, { ...code, iss: issuer }],
  ['not named', 'code=c&state=right-state', silent, { ...code, iss: null }],
  ['another one', 'code=c&state=right-state&iss=https://evil.example', silent, { kind: 'mismatch' }],
  ['with a slash', `code=c&state=right-state&${iss}%2F`, silent, { kind: 'mismatch' }],
  ['named twice', `code=c&state=right-state&${iss}&${iss}`, silent, { kind: 'mismatch' }],
  ['empty', 'code=c&state=right-state&iss=', silent, { kind: 'mismatch' }],
  ['nothing to compare with', `code=c&state=right-state&${iss}`, { ...silent, issuer: null }, { ...code, iss: issuer }],
])('the issuer of a callback: %s', (_title, query, expected, answer) => expect(read(query, expected)).toEqual(answer))

// Catches a page on this machine that ends a sign-in, or puts its own code in.
test.each([
  'code=c',
  'code=c&state=wrong',
  'code=c&state=right-state&state=wrong',
  'error=access_denied',
  'state=right-state',
  'state=right-state&code=',
  'state=right-state&code=a&code=b',
  '',
])('a callback with %j is of no sign-in', (query) => expect(read(query)).toEqual({ kind: 'foreign' }))

test('a refusal is told in plain text, without characters that turn or hide it', () => {
  expect(read('error=access_denied&state=right-state')).toMatchObject({ kind: 'refused', code: 'access_denied' })
  const bad = `error=server_error&state=right-state&error_description=${encodeURIComponent('no\u202e\u0007\nway')}`
  expect(read(bad)).toMatchObject({ text: 'server_error (no   way)' })
  const long = read(`error=x&state=right-state&error_description=${'y'.repeat(5_000)}`)
  expect(long.kind === 'refused' ? long.text.length : 0).toBeLessThan(400)
})

test('of a refusal in the name of another issuer nothing is told', () => {
  expect(read('error=evil&error_description=visit+evil.example&state=right-state&iss=evil')).toEqual({
    kind: 'mismatch',
  })
})
