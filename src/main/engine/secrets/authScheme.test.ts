import { expect, test } from 'vitest'
import { authSchemeOf } from '#engine/secrets/authScheme'
import { secretPartsOf } from '#engine/secrets/secretParts'

// Catches an authentication scheme that one part of the code knows and another treats as part of the secret.
test.each(['Bearer', 'basic', 'Token', 'ApiKey'])('%s is a prefix; the secret is the text after it', (scheme) => {
  expect(authSchemeOf(`${scheme} abcdefgh1234`)).toBe(`${scheme} `)
  expect(secretPartsOf(`${scheme} abcdefgh1234`)).toContain('abcdefgh1234')
})

test.each(['abcdefgh1234', 'Bearer', 'Bearers abc', 'a Bearer abc'])('"%s" begins with no scheme', (value) => {
  expect(authSchemeOf(value)).toBe('')
})
