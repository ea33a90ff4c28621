import { describe, expect, test } from 'vitest'
import { nextTaking, nothingTyped, rowMove, typedKey, typedRow } from '#renderer/ui/rows/rowKeys.ts'
import { nothingSelected, withAll, withRange, withToggled } from '#renderer/ui/rows/rowSelection.ts'

const press = (key: string, ctrlKey = false) => ({ key, ctrlKey, metaKey: false, altKey: false })

test.each([
  ['ArrowDown', 0, 1],
  ['ArrowDown', 99, 99],
  ['ArrowUp', 5, 4],
  ['ArrowUp', 0, 'search'],
  ['Home', 50, 0],
  ['End', 50, 99],
  ['PageDown', 50, 59],
  ['PageDown', 95, 99],
  ['PageUp', 50, 41],
  ['PageUp', 3, 0],
  ['Enter', 3, null],
  ['x', 3, null],
])('of 100 rows, ten of them visible, %s leads from row %d to %s', (key, at, to) => {
  expect(rowMove(press(key), at, 100, 10)).toBe(to)
})

test('with a modifier the keys are those of the browser, and in an empty list they do nothing', () => {
  expect(rowMove(press('Home', true), 5, 100, 10)).toBeNull()
  expect(rowMove(press('ArrowUp'), 0, 0, 10)).toBeNull()
})

test('rows that cannot take the focus are skipped', () => {
  const takes = (at: number) => at % 3 === 1
  expect(nextTaking(2, 1, 6, takes)).toBe(4)
  expect(nextTaking(2, -1, 6, takes)).toBe(1)
  expect(nextTaking(0, -1, 6, takes)).toBeNull()
  expect(nextTaking(5, 1, 6, takes)).toBeNull()
})

describe('letters typed on a row', () => {
  const rows = ['add', 'echo', 'edit', 'Encode', 'write_file']
  const find = (text: string, from: number) => typedRow(text, from, rows.length, (at) => rows[at] ?? '')

  test.each([
    ['e', 0, 1],
    ['e', 1, 2],
    ['e', 3, 1],
    ['ee', 1, 2],
    ['en', 1, 3],
    ['ed', 2, 2],
    ['w', 4, 4],
    ['x', 0, null],
    ['d', 0, null],
  ])('"%s" on row %d finds %s', (text, from, to) => {
    expect(find(text, from)).toBe(to)
  })

  const type = (...keys: [key: string, at: number][]) =>
    keys.reduce<string>((_, _key, at, all) => {
      let typed = nothingTyped
      for (const [key, when] of all.slice(0, at + 1)) typed = typedKey(typed, press(key), when) ?? typed
      return typed.text
    }, '')

  test('continue the word until a pause', () => {
    expect(type(['E', 0], ['d', 500])).toBe('ed')
    expect(type(['e', 0], ['d', 5_000])).toBe('d')
    expect(type(['e', 0], ['_', 100], ['2', 200])).toBe('e_2')
  })

  test.each(['1', '/', '?', ' ', 'Enter', 'ArrowDown', '_'])(
    'a word does not begin with %s, which stays a shortcut',
    (key) => {
      expect(typedKey(nothingTyped, press(key), 0)).toBeNull()
    },
  )

  test('do not count with Ctrl', () => {
    expect(typedKey(nothingTyped, press('k', true), 0)).toBeNull()
  })
})

describe('a selection', () => {
  const order = ['a', 'b', 'c', 'd', 'e']
  const keys = ({ keys: selected }: { keys: ReadonlySet<string> }) => [...selected].sort().join('')

  test('grows and shrinks with the end of its range', () => {
    const started = withRange(nothingSelected, order, 'b', 'd')
    expect(keys(started)).toBe('bcd')
    expect(keys(withRange(started, order, 'd', 'c'))).toBe('bc')
    expect(keys(withRange(started, order, 'd', 'a'))).toBe('ab')
  })

  test('keeps single rows beside a range', () => {
    const single = withToggled(withToggled(nothingSelected, 'e'), 'a')
    expect(keys(withRange(single, order, 'a', 'b'))).toBe('abe')
    expect(keys(withToggled(single, 'e'))).toBe('a')
  })

  test('starts a new range at the focused row if the row where its range began is gone', () => {
    const gone = withToggled(nothingSelected, 'gone')
    expect(keys(withRange(gone, order, 'c', 'd'))).toBe('cdgone')
  })

  test('of all rows contains only the shown rows', () => {
    expect(keys(withAll(order))).toBe('abcde')
    expect(keys(withAll([]))).toBe('')
  })
})
