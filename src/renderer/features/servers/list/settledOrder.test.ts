import { expect, test } from 'vitest'
import { settledOrder } from '#renderer/features/servers/list/settledOrder.ts'

const shown = ['a', 'b', 'c']

test('a list that no one points at is sorted anew at once', () => {
  expect(settledOrder(shown, ['c', 'a', 'b'], false)).toEqual(['c', 'a', 'b'])
})

test('under the pointer every row keeps its place; what is gone leaves, and what is new comes last', () => {
  expect(settledOrder(shown, ['c', 'a', 'b'], true)).toEqual(shown)
  expect(settledOrder(shown, ['d', 'c', 'a'], true)).toEqual(['a', 'c', 'd'])
})
