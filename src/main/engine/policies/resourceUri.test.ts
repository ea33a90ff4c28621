import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { publicUri, readPublicUri } from '#engine/policies/resourceUri'

describe('resource URIs', () => {
  it('[R14] name the server and keep the original unchanged', () => {
    expect(publicUri('files', 'file:///a b/ü?x=1#y')).toBe('resource://files/file:///a b/ü?x=1#y')
    expect(publicUri('map', 'ui://map/app.html')).toBe('ui://map/ui://map/app.html')
    expect(publicUri('files', 'file:///{path}')).toBe('resource://files/file:///{path}')
  })

  it('[R14] can be converted back to the server and the original, whatever the original is', () => {
    const slug = fc.string({ unit: fc.constantFrom('a', 'b', 'z', '0', '1', '9', '-'), minLength: 1, maxLength: 24 })
    const original = fc.oneof(
      fc.string(),
      fc.webUrl(),
      fc.constantFrom('ui://x', 'resource://other/x', '', '/', 'a\nb'),
    )
    fc.assert(
      fc.property(slug, original, (server, uri) => {
        expect(readPublicUri(publicUri(server, uri))).toEqual({ slug: server, original: uri })
      }),
    )
  })

  it.each(['file:///x', 'resource://', 'resource://UPPER/x', 'resource://no-slash', 'ui://app/page.html', 'ui://app/'])(
    'are not mistaken for a server’s own URI that looks similar: %s',
    (uri) => {
      expect(readPublicUri(uri)).toBeNull()
    },
  )
})
