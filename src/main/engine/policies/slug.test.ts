import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { slugPattern } from '#contract/servers/server'
import { slugFor } from '#engine/policies/slug'

const none: ReadonlySet<string> = new Set()

test.each([
  ['git', 'git'],
  ['My Git Server!', 'my-git-server'],
  ['Crème Brûlée', 'creme-brulee'],
  ['ｆｕｌｌｗｉｄｔｈ', 'fullwidth'],
  ['--a__b--', 'a-b'],
  ['@scope/package-name.of:a thing', 'scope-package-name-of-a'],
  ['', 'server'],
  ['😀', 'server'],
  ['“quoted” — dash', 'quoted-dash'],
])('%j becomes %j', (name, slug) => {
  expect(slugFor(name, none)).toBe(slug)
})

test('names in other scripts get different slugs, and the same name always gives the same slug', () => {
  const names = ['サーバー', '服务器', 'сервер', 'git サーバー', 'git 服务器']
  const slugs = names.map((name) => slugFor(name, none))
  expect(new Set(slugs).size).toBe(names.length)
  expect(slugs[3]).toMatch(/^git-[0-9a-f]{6}$/)
  expect(names.map((name) => slugFor(name, none))).toEqual(slugs)
})

test('composed and decomposed spellings of a name give the same slug', () => {
  expect(slugFor('\u0439', none)).toBe(slugFor('\u0438\u0306', none))
})

test('a taken slug gets a number, which fits even into the longest slug', () => {
  expect(slugFor('git', new Set(['git', 'git-2']))).toBe('git-3')
  const long = 'a'.repeat(24)
  expect(slugFor(long, new Set([long]))).toBe(`${'a'.repeat(22)}-2`)
})

test('every name gives a valid slug that is not taken', () => {
  const taken = new Set<string>()
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (name) => {
      const slug = slugFor(name, taken)
      expect(slug).toMatch(slugPattern)
      expect(taken.has(slug)).toBe(false)
      taken.add(slug)
    }),
  )
})
