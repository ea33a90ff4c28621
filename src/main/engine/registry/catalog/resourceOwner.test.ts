import { describe, expect, it } from 'vitest'
import { ResourceOwners } from '#engine/registry/catalog/resourceOwner'
import {
  rewritePromptResult,
  rewriteReadResult,
  rewriteToolMeta,
  rewriteToolResult,
} from '#engine/registry/catalog/typedUris'

const owners = new ResourceOwners([
  {
    slug: 'giver',
    uris: ['own:listed', 'all:listed', 'resource://other/own-that-looks-alike'],
    templates: ['both:{id}'],
  },
  {
    slug: 'other',
    uris: ['other:listed', 'all:listed', 'two:listed', 'ui://page'],
    templates: ['other:{id}', 'both:{id}'],
  },
  { slug: 'third', uris: ['two:listed'], templates: ['two:{id}'] },
  { slug: 'fourth', uris: [], templates: ['two:{id}'] },
])

/** Every field of the protocol in which a server can pass on a URI, with a function that shows the rewritten URI. */
const fields: Readonly<Record<string, (uri: string, rewrite: (uri: string) => string) => unknown>> = {
  'a link in a tool result': (uri, rewrite) =>
    rewriteToolResult({ content: [{ type: 'resource_link', uri }] }, rewrite),
  'an embedded resource in a tool result': (uri, rewrite) =>
    rewriteToolResult({ content: [{ type: 'resource', resource: { uri } }] }, rewrite),
  'a link in a prompt': (uri, rewrite) =>
    rewritePromptResult({ messages: [{ content: { type: 'resource_link', uri } }] }, rewrite),
  'an embedded resource among several of a prompt': (uri, rewrite) =>
    rewritePromptResult({ messages: [{ content: [{ type: 'resource', resource: { uri } }] }] }, rewrite),
  'contents that were read': (uri, rewrite) => rewriteReadResult({ contents: [{ uri }] }, rewrite),
  'the page of a tool': (uri, rewrite) => rewriteToolMeta({ ui: { resourceUri: uri } }, rewrite),
  'the page of a tool, in the former notation': (uri, rewrite) => rewriteToolMeta({ 'ui/resourceUri': uri }, rewrite),
}

const cases = [
  ['a URI that the giver lists', 'own:listed', 'resource://giver/own:listed'],
  ['a URI that the giver and others list', 'all:listed', 'resource://giver/all:listed'],
  ['a URI that another server lists', 'other:listed', 'resource://other/other:listed'],
  ['a page on another server', 'ui://page', 'ui://other/ui://page'],
  ['a URI that two others list', 'two:listed', 'resource://giver/two:listed'],
  ['a URI from another template', 'other:7', 'resource://other/other:7'],
  ['a URI from a template of the giver and another', 'both:7', 'resource://giver/both:7'],
  ['a URI from templates of two others', 'two:7', 'resource://giver/two:7'],
  ['a URI that no server lists', 'nobody:knows', 'resource://giver/nobody:knows'],
  ['a public URI', 'resource://other/any:thing', 'resource://other/any:thing'],
  ['a public page', 'ui://third/ui://page', 'ui://third/ui://page'],
  ['a public URI for a server outside of the scope', 'resource://hidden/x:y', 'resource://giver/resource://hidden/x:y'],
  [
    'a URI that the giver lists and that looks public',
    'resource://other/own-that-looks-alike',
    'resource://giver/resource://other/own-that-looks-alike',
  ],
] as const

describe.each(Object.entries(fields))('[R14] %s', (_field, given) => {
  it.each(cases)('given %s, %s becomes %s', (_whose, uri, expected) => {
    const rewritten = given(uri, (one) => owners.publicUri(one, 'giver'))
    expect(rewritten).toEqual(given(uri, () => expected))
    expect(JSON.stringify(rewritten)).toContain(JSON.stringify(expected))
  })
})

describe('the owner of a URI', () => {
  it('[R14] stays the same if a server passes on a public URI, so no URI is wrapped twice', () => {
    for (const [, uri] of cases) {
      const once = owners.publicUri(uri, 'giver')
      expect(owners.publicUri(once, 'third')).toBe(once)
    }
  })

  it('is found quickly even among many templates', () => {
    const templates = Array.from({ length: 500 }, (_, place) => `scheme${place}://{+path}`)
    const many = new ResourceOwners([{ slug: 'a', uris: [], templates }])
    for (let place = 0; place < 2_000; place += 1)
      expect(many.publicUri(`scheme${place}://x`, 'b')).toBe(`resource://${place < 500 ? 'a' : 'b'}/scheme${place}://x`)
  })
})
