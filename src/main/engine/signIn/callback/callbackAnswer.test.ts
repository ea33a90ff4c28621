import { expect, test } from 'vitest'
import { readCallback } from '#engine/signIn/callback/callbackAnswer'

const issuer = 'https://issuer.example'
const advertised = { state: 'right-state', issuer, namesItself: true }
const silent = { ...advertised, namesItself: false }
const read = (query: string, expected: Parameters<typeof readCallback>[1] = silent) =>
  readCallback(new URLSearchParams(query), expected)
const iss = `iss=${encodeURIComponent(issuer)}`
const code = { kind: 'code', code: 'c' }

// The first four rows are the cases of RFC 9207. Issuers are compared character by character.
test.each([
  ['sent, as its metadata promises', `code=c&state=right-state&${iss}`, advertised, { ...code, iss: issuer }],
  ['missing, although its metadata promises it', 'code=c&state=right-state', advertised, { kind: 'mismatch' }],
  [
    'sent, although its metadata does not promise it',
    `code=c&state=right-state&${iss}`,
    silent,
    { ...code, iss: issuer },
  ],
  ['missing, as its metadata does not promise it', 'code=c&state=right-state', silent, { ...code, iss: null }],
  ['that of another issuer', 'code=c&state=right-state&iss=https://evil.example', silent, { kind: 'mismatch' }],
  ['with a slash', `code=c&state=right-state&${iss}%2F`, silent, { kind: 'mismatch' }],
  ['sent twice', `code=c&state=right-state&${iss}&${iss}`, silent, { kind: 'mismatch' }],
  ['empty', 'code=c&state=right-state&iss=', silent, { kind: 'mismatch' }],
  [
    'sent, with nothing to compare it with',
    `code=c&state=right-state&${iss}`,
    { ...silent, issuer: null },
    { ...code, iss: issuer },
  ],
])('the issuer of a callback: %s', (_title, query, expected, answer) => expect(read(query, expected)).toEqual(answer))

// Catches a page on this machine that ends a sign-in, or inserts a code of its own.
test.each([
  'code=c',
  'code=c&state=wrong',
  'code=c&state=right-state&state=wrong',
  'error=access_denied',
  'state=right-state',
  'state=right-state&code=',
  'state=right-state&code=a&code=b',
  '',
])('a callback with %j belongs to no sign-in', (query) => expect(read(query)).toEqual({ kind: 'foreign' }))

test('a refusal is shown as plain text, without characters that reverse or hide it', () => {
  expect(read('error=access_denied&state=right-state')).toMatchObject({ kind: 'refused', code: 'access_denied' })
  const bad = `error=server_error&state=right-state&error_description=${encodeURIComponent('no\u202e\u0007\nway')}`
  expect(read(bad)).toMatchObject({ text: 'server_error (no   way)' })
  const long = read(`error=x&state=right-state&error_description=${'y'.repeat(5_000)}`)
  expect(long.kind === 'refused' ? long.text.length : 0).toBeLessThan(400)
})

test("a refusal in another issuer's name is not shown", () => {
  expect(read('error=evil&error_description=visit+evil.example&state=right-state&iss=evil')).toEqual({
    kind: 'mismatch',
  })
})
