import { expect, test } from 'vitest'
import { moveOf, nothingTyped, typedLine, typedWith } from '#renderer/features/projects/matrix/grid/gridKeys.ts'

const shape = { lines: 10, columns: 4, page: 5 }
const folded = { isOpen: false, parent: null }
const unfolded = { isOpen: true, parent: null }
const tool = { isOpen: null, parent: 2 }
const head = { isOpen: null, parent: null }
const go = (line: number, column: number) => ({ kind: 'go', to: { line, column } })

test.each([
  ['ArrowDown', false, [2, 1], folded, go(3, 1)],
  ['ArrowDown', false, [9, 1], tool, go(9, 1)],
  ['ArrowUp', false, [0, 1], folded, go(-1, 1)],
  ['ArrowUp', false, [-2, 1], head, go(-2, 1)],
  ['ArrowRight', false, [2, 0], folded, { kind: 'fold', isOpen: true }],
  ['ArrowRight', false, [2, 0], unfolded, go(2, 1)],
  ['ArrowRight', false, [2, 3], folded, go(2, 3)],
  ['ArrowLeft', false, [2, 1], unfolded, go(2, 0)],
  ['ArrowLeft', false, [2, 0], unfolded, { kind: 'fold', isOpen: false }],
  ['ArrowLeft', false, [2, 0], folded, go(2, 0)],
  ['ArrowLeft', false, [4, 0], tool, go(2, 0)],
  ['Home', false, [4, 3], tool, go(4, 0)],
  ['Home', true, [4, 3], tool, go(0, 0)],
  ['End', false, [4, 0], tool, go(4, 3)],
  ['End', true, [4, 0], tool, go(9, 3)],
  ['PageDown', false, [2, 1], folded, go(7, 1)],
  ['PageUp', false, [2, 1], folded, go(-2, 1)],
  ['Enter', false, [2, 2], folded, { kind: 'fold', isOpen: true }],
  ['Enter', false, [4, 2], tool, { kind: 'open' }],
  ['Enter', false, [-2, 2], head, null],
  ['Delete', false, [2, 2], folded, { kind: 'takeOut' }],
  ['x', false, [2, 2], folded, null],
] as const)('%s (with Ctrl: %s) at %j moves as in a treegrid', (key, ctrlKey, [line, column], facts, expected) => {
  expect(moveOf({ key, ctrlKey }, { line, column }, facts, shape)).toEqual(expected)
})

test('typing finds the next line with that beginning, continues with further letters, and starts again after a pause', () => {
  const titles = ['Git', 'commit', 'Files', 'find', 'read']
  const f = typedWith(nothingTyped, 'f', 1000)
  expect(typedLine(titles, f.text, 0)).toBe(2)
  const fi = typedWith(f, 'i', 1200)
  expect(typedLine(titles, fi.text, 2)).toBe(2)
  expect(typedLine(titles, typedWith(fi, 'n', 1300).text, 2)).toBe(3)
  expect(typedWith(fi, 'R', 9000).text).toBe('r')
})

test('repeating a letter goes to the next match, and from the last to the first', () => {
  const titles = ['Files', 'find', 'read']
  expect(typedLine(titles, 'ff', 0)).toBe(1)
  expect(typedLine(titles, 'fff', 1)).toBe(0)
  expect(typedLine(titles, 'zz', 1)).toBeNull()
  expect(typedLine([], 'a', -1)).toBeNull()
})
