import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sizeOfBadGrowth } from '#test/support/growth'
import { bearerChallenge } from '#engine/signIn/state/challenge'

const metadata = 'https://mcp.example/.well-known/oauth-protected-resource'
const read = (...headers: string[]) => {
  const found = bearerChallenge(headers)
  return found && { ...found, resourceMetadata: found.resourceMetadata?.href ?? null }
}
const nothing = { resourceMetadata: null, scope: null, error: null, errorDescription: null }

// Each row is a header that some clients misread, as no challenge or with the wrong scope.
test.each([
  ['the scheme alone', ['Bearer'], nothing],
  ['in any letter case', [`BEARER Resource_Metadata="${metadata}"`], { ...nothing, resourceMetadata: metadata }],
  ['after another scheme', ['Basic realm="a, b", Bearer scope="read write"'], { ...nothing, scope: 'read write' }],
  ['before another scheme', ['Bearer scope=read, Basic realm="x"'], { ...nothing, scope: 'read' }],
  ['after a token68', ['Negotiate YII=, Bearer scope="a"'], { ...nothing, scope: 'a' }],
  [
    'in a header of its own',
    ['Basic realm="x"', 'Bearer error="invalid_token"'],
    { ...nothing, error: 'invalid_token' },
  ],
  ['spaces around the equals sign', ['Bearer scope = "a b" , error\t=\t"e"'], { ...nothing, scope: 'a b', error: 'e' }],
  [
    'a parameter inside the quoted value of another',
    ['Bearer error_description="needs scope=\\"admin\\", resource_metadata=https://evil.example", scope="read"'],
    { ...nothing, scope: 'read', errorDescription: 'needs scope="admin", resource_metadata=https://evil.example' },
  ],
  ['an address without quotes', [`Bearer resource_metadata=${metadata}`], { ...nothing, resourceMetadata: metadata }],
  ['the first of two equal names', ['Bearer scope="a", scope="b"'], { ...nothing, scope: 'a' }],
  ['a quoted string that is not closed', ['Bearer error="x", scope="a b'], { ...nothing, error: 'x', scope: 'a b' }],
  ['an empty scope', ['Bearer scope=""'], nothing],
  ['an address that is not a web address', ['Bearer resource_metadata="file:///etc/passwd"'], nothing],
  ['the challenge with the most parameters', ['Bearer', 'Bearer scope="a"'], { ...nothing, scope: 'a' }],
])('a bearer challenge is read: %s', (_title, headers, expected) => expect(read(...headers)).toEqual(expected))

test.each([[[]], [['']], [['Basic realm="Bearer scope=x"']], [['Negotiate']], [['DPoP algs="ES256"']], [[', =, "']]])(
  'not read as a bearer challenge: %j',
  (headers) => expect(read(...headers)).toBeNull(),
)

// Catches a parser that throws on garbage, so that a refusal becomes an internal error.
test('no header makes the parser throw', () => {
  const piece = fc.constantFrom(
    'Bearer',
    'Basic',
    ' ',
    ',',
    '=',
    '"',
    '\\',
    'scope',
    'a',
    'resource_metadata',
    metadata,
  )
  const header = fc.oneof(
    fc.string(),
    fc.array(piece).map((pieces) => pieces.join('')),
  )
  fc.assert(
    fc.property(fc.array(header), (headers) => {
      expect(() => bearerChallenge(headers)).not.toThrow()
    }),
  )
})

// Catches a pattern that reads the same characters again and again.
test.each([
  ['schemes', (size: number) => 'Bearer '.repeat(size)],
  ['long words', (size: number) => `Bearer ${'a'.repeat(size * 8)} b`],
  ['quoted strings that are not closed', (size: number) => `Bearer ${'scope="\\'.repeat(size)}`],
  ['signs', (size: number) => '= ,'.repeat(size * 2)],
])('parsing takes time linear in the length of the header: %s', (_title, header) => {
  expect(sizeOfBadGrowth((size) => bearerChallenge([header(size)]), [2_500, 10_000, 40_000])).toBeNull()
})
