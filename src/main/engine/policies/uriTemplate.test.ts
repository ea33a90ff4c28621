import { describe, expect, it } from 'vitest'
import { templateMatcher } from '#engine/policies/uriTemplate'

describe('whether a URI came from a template', () => {
  it.each([
    ['test://template/{id}/data', 'test://template/123/data', true],
    ['test://template/{id}/data', 'test://template//data', false],
    ['test://template/{id}/data', 'test://template/1/2/data', false],
    ['test://template/{id}/data', 'test://template/123/data/more', false],
    ['test://template/{id}/data', 'test://other/123/data', false],
    ['{scheme}://{host}', 'a://b', true],
    ['file:///{+path}', 'file:///a/b/c.md', true],
    ['file:///{+path}.md', 'file:///a.md.md', true],
    ['file:///{+path}', 'file:///', false],
    ['users{/id}', 'users', true],
    ['users{/id}', 'users/7', true],
    ['search{?q,page}', 'search', true],
    ['search{?q,page}', 'search?q=a/b&page=2', true],
    ['plain://address', 'plain://address', true],
    ['plain://address', 'plain://address2', false],
    ['a{x}{y}b', 'a12b', true],
    ['{broken', '{broken', true],
  ])('%s, %s: %s', (template, uri, expected) => {
    expect(templateMatcher(template)(uri)).toBe(expected)
  })

  it('a template with ten thousand variables is matched quickly, because no part is tried twice', () => {
    const template = `x${'{+a}y'.repeat(10_000)}`
    expect(templateMatcher(template)(`x${'zy'.repeat(9_999)}`)).toBe(false)
    expect(templateMatcher(template)(`x${'zy'.repeat(10_000)}`)).toBe(true)
  })
})
