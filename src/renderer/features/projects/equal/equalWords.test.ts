/** Servers that can be merged are offered once, and not again after "not now". */
import { expect, test } from 'vitest'
import { settingNames } from '#contract/servers/server'
import { enumerated, nextOffer, offerKey, settingTitle } from '#renderer/features/projects/equal/equalWords.ts'

const offer = (slug: string, ...others: string[]) => ({ slug, others, projects: [], differs: [] })

test('words are joined as in a sentence', () => {
  expect([['a'], ['a', 'b'], ['a', 'b', 'c'], []].map(enumerated)).toEqual(['a', 'a and b', 'a, b and c', ''])
})

test('an offer that was put off is not repeated until another server becomes equal', () => {
  const [git, files] = [offer('git', 'git-2'), offer('files', 'files-2')]
  const putOff = new Set([offerKey(git)])
  expect(nextOffer([git, files], new Set())).toEqual({ offer: git, more: 1 })
  expect(nextOffer([git, files], putOff)).toEqual({ offer: files, more: 0 })
  expect(nextOffer([git], putOff)).toBeNull()
  expect(nextOffer([offer('git', 'git-2', 'git-3')], putOff)).not.toBeNull()
  expect(offerKey(offer('a', 'c', 'b'))).toBe(offerKey(offer('a', 'b', 'c')))
})

test('each setting has its own words', () => {
  expect(settingNames.map(settingTitle).filter((title) => /[A-Z]/.test(title))).toEqual([])
})
