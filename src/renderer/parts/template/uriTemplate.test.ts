import { expect, test } from 'vitest'
import { filledTemplate, templateNames } from '#renderer/parts/template/uriTemplate.ts'

test.each([
  ['file:///{path}', { path: 'a b/c' }, 'file:///a%20b%2Fc'],
  ['file:///{+path}', { path: 'a b/c' }, 'file:///a%20b/c'],
  ['x://{owner}/{repo}{?page,size}', { owner: 'o', repo: 'r', page: '2' }, 'x://o/r?page=2'],
  ['x://{a*}/{b:3}', { a: '1', b: '2' }, 'x://1/2'],
  ['x://y{/more}', {}, 'x://y'],
  ['x://plain', {}, 'x://plain'],
])('[R32] %s with %j is %s', (template, values, uri) => {
  expect(filledTemplate(template, values)).toBe(uri)
})

test('[R32] each name is requested once', () => {
  expect(templateNames('x://{a}/{a}{?b,c*}')).toEqual(['a', 'b', 'c'])
})
