import { describe, expect, it } from 'vitest'
import {
  rewritePromptResult,
  rewriteReadResult,
  rewriteResource,
  rewriteToolMeta,
  rewriteToolResult,
} from '#engine/registry/catalog/typedUris'

const rewrite = (uri: string) => `new:${uri}`

describe('typed URIs', () => {
  it('[R14] are rewritten in links and embedded resources of a result, and nowhere else', () => {
    const result = {
      content: [
        { type: 'text', text: 'see file:///a', uri: 'file:///not-typed' },
        { type: 'resource_link', uri: 'file:///a', name: 'a', 'x-vendor': 1 },
        { type: 'resource', resource: { uri: 'file:///b', text: 'file:///b' } },
        { type: 'hologram', uri: 'file:///unknown' },
        null,
      ],
      structuredContent: { uri: 'file:///a' },
      _meta: { uri: 'file:///a' },
    }
    expect(rewriteToolResult(result, rewrite)).toEqual({
      ...result,
      content: [
        result.content[0],
        { type: 'resource_link', uri: 'new:file:///a', name: 'a', 'x-vendor': 1 },
        { type: 'resource', resource: { uri: 'new:file:///b', text: 'file:///b' } },
        result.content[3],
        null,
      ],
    })
  })

  it('a result without URIs is returned as the same object, so the common case costs nothing', () => {
    const result = { content: [{ type: 'text', text: 'x' }] }
    expect(rewriteToolResult(result, rewrite)).toBe(result)
    expect(rewriteToolResult({ toolResult: 1 }, rewrite)).toEqual({ toolResult: 1 })
  })

  it('[R14] are rewritten in listings, contents, prompts and the page of a tool', () => {
    expect(rewriteResource({ uri: 'a:b', name: 'n' }, rewrite)).toEqual({ uri: 'new:a:b', name: 'n' })
    expect(rewriteReadResult({ contents: [{ uri: 'a:b', text: 'a:b' }] }, rewrite)).toEqual({
      contents: [{ uri: 'new:a:b', text: 'a:b' }],
    })
    const block = { type: 'resource', resource: { uri: 'a:b' } }
    expect(
      rewritePromptResult(
        {
          messages: [
            { role: 'user', content: block },
            { role: 'user', content: [block] },
          ],
        },
        rewrite,
      ),
    ).toEqual({
      messages: [
        { role: 'user', content: { type: 'resource', resource: { uri: 'new:a:b' } } },
        { role: 'user', content: [{ type: 'resource', resource: { uri: 'new:a:b' } }] },
      ],
    })
    expect(rewriteToolMeta({ ui: { resourceUri: 'ui://x', csp: {} }, other: 'ui://x' }, rewrite)).toEqual({
      ui: { resourceUri: 'new:ui://x', csp: {} },
      other: 'ui://x',
    })
  })
})
