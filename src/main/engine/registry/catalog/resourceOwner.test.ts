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

/** Every field of the protocol in which the server `giver` can pass a URI, and where the rewritten URI appears. */
const fields: Readonly<Record<string, (uri: string, rewrite: (uri: string) => string) => unknown>> = {
  'a link of a tool': (uri, rewrite) => rewriteToolResult({ content: [{ type: 'resource_link', uri }] }, rewrite),
  'an embedded resource of a tool': (uri, rewrite) =>
    rewriteToolResult({ content: [{ type: 'resource', resource: { uri } }] }, rewrite),
  'a link of a prompt': (uri, rewrite) =>
    rewritePromptResult({ messages: [{ content: { type: 'resource_link', uri } }] }, rewrite),
  'an embedded resource among several of a prompt': (uri, rewrite) =>
    rewritePromptResult({ messages: [{ content: [{ type: 'resource', resource: { uri } }] }] }, rewrite),
  'contents that were read': (uri, rewrite) => rewriteReadResult({ contents: [{ uri }] }, rewrite),
  'the page of a tool': (uri, rewrite) => rewriteToolMeta({ ui: { resourceUri: uri } }, rewrite),
  'the page of a tool, as it used to be written': (uri, rewrite) => rewriteToolMeta({ 'ui/resourceUri': uri }, rewrite),
}

const cases = [
  ['its own', 'own:listed', 'resource://giver/own:listed'],
  ['its own and that of others', 'all:listed', 'resource://giver/all:listed'],
  ['listed by another', 'other:listed', 'resource://other/other:listed'],
  ['a page of another', 'ui://page', 'ui://other/ui://page'],
  ['listed by two others', 'two:listed', 'resource://giver/two:listed'],
  ['of a template of another', 'other:7', 'resource://other/other:7'],
  ['of its own template and that of another', 'both:7', 'resource://giver/both:7'],
  ['of templates of two others', 'two:7', 'resource://giver/two:7'],
  ['listed by no server', 'nobody:knows', 'resource://giver/nobody:knows'],
  ['public already', 'resource://other/any:thing', 'resource://other/any:thing'],
  ['a public page', 'ui://third/ui://page', 'ui://third/ui://page'],
  ['public for a server that is not in the scope', 'resource://hidden/x:y', 'resource://giver/resource://hidden/x:y'],
  [
    'its own, and looks like a public one',
    'resource://other/own-that-looks-alike',
    'resource://giver/resource://other/own-that-looks-alike',
  ],
] as const

describe.each(Object.entries(fields))('[R14] %s', (_field, given) => {
  it.each(cases)('that is %s, %s, becomes %s', (_whose, uri, expected) => {
    const rewritten = given(uri, (one) => owners.publicUri(one, 'giver'))
    expect(rewritten).toEqual(given(uri, () => expected))
    expect(JSON.stringify(rewritten)).toContain(JSON.stringify(expected))
  })
})

describe('the owner of an address', () => {
  it('[R14] stays the same if a server passes a public URI on, so no URI is wrapped twice', () => {
    for (const [, uri] of cases) {
      const once = owners.publicUri(uri, 'giver')
      expect(owners.publicUri(once, 'third')).toBe(once)
    }
  })

  it('is found among many templates in little time per URI', () => {
    const templates = Array.from({ length: 500 }, (_, place) => `scheme${place}://{+path}`)
    const many = new ResourceOwners([{ slug: 'a', uris: [], templates }])
    for (let place = 0; place < 2_000; place += 1)
      expect(many.publicUri(`scheme${place}://x`, 'b')).toBe(`resource://${place < 500 ? 'a' : 'b'}/scheme${place}://x`)
  })
})
