import fc from 'fast-check'
import { expect, test } from 'vitest'
import { lineDiff } from '#engine/clients/setup/diff'

test('shows removed and added lines, with a few lines around them', () => {
  const before = ['1', '2', '3', '4', '5', '6', '7', '8', '9'].join('\n')
  expect(lineDiff(before, before.replace('5', 'five'))).toBe('  2\n  3\n  4\n- 5\n+ five\n  6\n  7\n  8\n')
})

test('distant changes are shown separately', () => {
  const lines = Array.from({ length: 30 }, (_, index) => `line ${index}`)
  const shown = lineDiff(lines.join('\n'), lines.with(2, 'x').with(25, 'y').join('\n'))
  expect(shown.match(/^…$/gm)).toHaveLength(1)
  expect(shown).not.toContain('line 13')
})

test('a new file is all added, a removed one all removed; equal texts show nothing', () => {
  expect(lineDiff('', '{}\n')).toBe('+ {}\n')
  expect(lineDiff('\uFEFF{}\r\n', '')).toBe('- {}\n')
  expect(lineDiff('a\r\nb', 'a\nb\n')).toBe('')
})

test('for any texts: without the added lines the diff is the old text, without the removed ones the new text', () => {
  // The texts are so short that the diff contains every line.
  const text = fc.array(fc.constantFrom('a', 'b', 'c'), { minLength: 1, maxLength: 4 })
  fc.assert(
    fc.property(text, text, (before, after) => {
      fc.pre(before.join() !== after.join())
      const lines = lineDiff(before.join('\n'), after.join('\n')).trimEnd().split('\n')
      const without = (mark: string) => lines.filter((line) => !line.startsWith(mark)).map((line) => line.slice(2))
      expect([without('+'), without('-')]).toEqual([before, after])
    }),
  )
})
