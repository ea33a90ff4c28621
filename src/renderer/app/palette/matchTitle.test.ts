import { expect, test } from 'vitest'
import { matchTitle } from '#renderer/app/palette/matchTitle.ts'

test.each([
  ['Open GitHub', 'git', 1],
  ['Open GitHub', 'hub', 0.5],
  ['Switch GitHub off', 'off git', 1],
  ['Import a configuration file', 'git', 0],
  ['Anything', '', 1],
])('%s for "%s" scores %d: letters scattered over a title do not match', (title, typed, score) => {
  expect(matchTitle(title, typed)).toBe(score)
})
