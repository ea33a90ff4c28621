import { describe, expect, it } from 'vitest'
import { checkEntries } from '#engine/registry/servers/listingChecks'
import { buildPrompts } from '#engine/registry/catalog/promptCatalog'
import { buildResources } from '#engine/registry/catalog/resourceCatalog'
import type { Scope } from '#engine/registry/catalog/scope'

const all: Scope = { kind: 'all' }
const rules = { naming: 'prefix-on-conflict', prefix: '{server}__{tool}', maxLength: 64 } as const
const prompts = (slug: string, ...names: string[]) => ({
  slug,
  prompts: checkEntries(
    'prompts',
    names.map((name) => ({ name })),
  ).sound,
})
const resources = (slug: string, uris: string[], templates: string[] = []) => ({
  slug,
  resources: checkEntries(
    'resources',
    uris.map((uri) => ({ uri, name: uri })),
  ).sound,
  templates: checkEntries(
    'templates',
    templates.map((uriTemplate) => ({ uriTemplate, name: 't' })),
  ).sound,
})

describe('prompts of a scope', () => {
  it('have unique names that lead back to their server and the original name', () => {
    const catalog = buildPrompts(all, [prompts('a', 'review', 'x'), prompts('b', 'review')], rules)
    expect(catalog.list.entries.map((entry) => entry['name'])).toEqual(['a__review', 'x', 'b__review'])
    expect(catalog.find('b__review')).toEqual({ slug: 'b', original: 'review' })
    expect(catalog.find('a__x')).toEqual({ slug: 'a', original: 'x' })
    // The first server by position wins, as with tools.
    expect(catalog.find('review')).toEqual({ slug: 'a', original: 'review' })
  })
})

describe('resources of a scope', () => {
  const catalog = buildResources(all, [
    resources('a', ['file:///one', 'file:///both'], ['file:///{path}']),
    resources('b', ['file:///both', 'ui://app'], ['note://{id}']),
    resources('c', [], ['note://{id}']),
  ])

  it("[R14] have the server's slug in their URI, and so do templates", () => {
    expect(catalog.list.entries.map((entry) => entry['uri'])).toEqual([
      'resource://a/file:///one',
      'resource://a/file:///both',
      'resource://b/file:///both',
      'ui://b/ui://app',
    ])
    expect(catalog.templates.entries.slice(0, 1)).toMatchObject([
      { uriTemplate: 'resource://a/file:///{path}', _meta: { 'switchboard/server': 'a' } },
    ])
  })

  it.each([
    ['resource://a/file:///one', { slug: 'a', original: 'file:///one' }],
    ['resource://a/file:///handed/out/by/a/tool', { slug: 'a', original: 'file:///handed/out/by/a/tool' }],
    ['ui://b/ui://app', { slug: 'b', original: 'ui://app' }],
    ['file:///one', { slug: 'a', original: 'file:///one' }],
    ['file:///both', undefined],
    ['file:///from-its-template', { slug: 'a', original: 'file:///from-its-template' }],
    ['file:///{path}', { slug: 'a', original: 'file:///{path}' }],
    ['note://two-have-this-template', undefined],
    ['nothing:///nobody', undefined],
    ['resource://hidden/file:///one', undefined],
  ])('[R13] [R14] %s leads to the right server or nowhere', (uri, expected) => {
    expect(catalog.find(uri)).toEqual(expected)
  })

  it("at a server's own address its URIs stay unchanged", () => {
    const own = buildResources({ kind: 'server', slug: 'a' }, [resources('a', ['file:///one'])])
    expect(own.list.entries).toMatchObject([{ uri: 'file:///one' }])
    expect(own.find('resource://b/file:///one')).toEqual({ slug: 'a', original: 'resource://b/file:///one' })
  })
})
