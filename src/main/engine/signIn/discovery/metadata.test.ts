import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readIssuerMetadata, readResourceMetadata } from '#engine/signIn/discovery/metadata'

const least = { issuer: 'https://issuer.example', token_endpoint: 'https://issuer.example/token' }

// Catches a parser that is too strict: some real issuers publish documents like these.
test.each([
  ['for machines only', {}],
  ['OAuth published as OpenID', { authorization_endpoint: 'https://issuer.example/authorize' }],
  ['fields that are null', { scopes_supported: null, registration_endpoint: null }],
  ['fields of other types', { scopes_supported: 'a b', code_challenge_methods_supported: 'S256' }],
])("an issuer's metadata is read: %s", (_title, more) => {
  expect(readIssuerMetadata({ ...least, ...more })).toMatchObject({ issuer: least.issuer, pkceMethods: null })
})

test.each([null, [], 'text', 7, {}, { issuer: 'x' }, { ...least, token_endpoint: 'nowhere' }, { ...least, issuer: 7 }])(
  "refused as an issuer's metadata: %j",
  (document) => expect(readIssuerMetadata(document)).toBeNull(),
)

test("a server's metadata is read unchanged", () => {
  const document = { resource: 'https://Mcp.Example/', authorization_servers: ['https://a/', 7], scopes_supported: [] }
  expect(readResourceMetadata(document)).toEqual({
    resource: 'https://Mcp.Example/',
    issuers: ['https://a/'],
    scopes: [],
  })
})

test('no document makes the parsers throw', () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      const document: unknown = JSON.parse(text)
      expect(() => [readIssuerMetadata(document), readResourceMetadata(document)]).not.toThrow()
    }),
  )
})
