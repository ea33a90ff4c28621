import { expect, test } from 'vitest'
import { settledOrder } from '#renderer/features/servers/list/settledOrder.ts'

const shown = ['a', 'b', 'c']

test('a list that the pointer is not over is sorted again at once', () => {
  expect(settledOrder(shown, ['c', 'a', 'b'], false)).toEqual(['c', 'a', 'b'])
})

test('under the pointer every row keeps its position; removed rows disappear, and new rows come last', () => {
  expect(settledOrder(shown, ['c', 'a', 'b'], true)).toEqual(shown)
  expect(settledOrder(shown, ['d', 'c', 'a'], true)).toEqual(['a', 'c', 'd'])
})
