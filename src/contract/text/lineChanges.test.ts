import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type LineChange, lineChanges } from '#contract/text/lineChanges'

const side = (changes: readonly LineChange[], kind: 'removed' | 'added') =>
  changes.filter((change) => change.kind === 'same' || change.kind === kind).map(({ text }) => text)

test('any two texts can be rebuilt from the changes between them', () => {
  const text = fc.array(fc.constantFrom('a', 'b', 'c', ''), { maxLength: 12 })
  fc.assert(
    fc.property(text, text, (before, after) => {
      const changes = lineChanges(before, after)
      expect([side(changes, 'removed'), side(changes, 'added')]).toEqual([before, after])
    }),
  )
})

test('texts with too many differences are shown as replaced between their common beginning and end', () => {
  const lines = (mark: string) => ['head', ...Array.from({ length: 5_000 }, (_, index) => `${mark}${index}`), 'tail']
  const changes = lineChanges(lines('a'), lines('b'))
  expect([side(changes, 'removed'), side(changes, 'added')]).toEqual([lines('a'), lines('b')])
  expect(changes.filter(({ kind }) => kind === 'same').map(({ text }) => text)).toEqual(['head', 'tail'])
})
