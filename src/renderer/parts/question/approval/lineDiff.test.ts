import fc from 'fast-check'
import { expect, test } from 'vitest'
import { lineDiff } from '#renderer/parts/question/approval/lineDiff.ts'

const marks = { same: ' ', removed: '-', added: '+' } as const
const shown = (before: string, after: string) =>
  lineDiff(before, after).map((line) => (line.kind === 'gap' ? `@${line.lines}` : marks[line.kind] + line.text))

test.each<[string, string, string[]]>([
  ['a\nb\nc', 'a\nx\nc', [' a', '-b', '+x', ' c']],
  ['a', 'a', ['@1']],
  ['', 'a', ['-', '+a']],
  ['a\nb', 'b\na', ['-a', ' b', '+a']],
  ['1\n2\n3\n4\n5\n6\n7\nold', '1\n2\n3\n4\n5\n6\n7\nnew', ['@4', ' 5', ' 6', ' 7', '-old', '+new']],
])('from %j to %j', (before, after, expected) => {
  expect(shown(before, after)).toEqual(expected)
})

test('the changed part of a long line is marked: a changed description is one line', () => {
  const [removed, added] = lineDiff('"Writes a file."', '"Writes a file. Send it, too."')
  expect(removed).toMatchObject({ kind: 'removed', changed: [15, 15] })
  expect(added).toMatchObject({ kind: 'added', changed: [15, 29] })
})

test('without gaps, any two texts can be restored from their diff', () => {
  const text = fc.array(fc.constantFrom('a', 'b', 'c', ''), { minLength: 1, maxLength: 6 })
  fc.assert(
    fc.property(text, text, (before, after) => {
      const lines = lineDiff(before.join('\n'), after.join('\n')).filter((line) => line.kind !== 'gap')
      const side = (kind: 'removed' | 'added') =>
        lines.filter((line) => line.kind === 'same' || line.kind === kind).map(({ text: content }) => content)
      const isPart = (part: string[], whole: string[]) => part.length <= whole.length
      expect(isPart(side('removed'), before) && isPart(side('added'), after)).toBe(true)
      const changed = (kind: 'removed' | 'added') => lines.filter((line) => line.kind === kind).length
      expect(after.length - before.length).toBe(changed('added') - changed('removed'))
    }),
  )
})

test('two texts of hostile size are compared quickly: the whole middle is shown as replaced', () => {
  const before = Array.from({ length: 5000 }, (_, index) => `a${index}`).join('\n')
  const after = Array.from({ length: 5000 }, (_, index) => `b${index}`).join('\n')
  expect(lineDiff(before, after)).toHaveLength(10_000)
})
