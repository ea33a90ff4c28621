import { expect, test } from 'vitest'
import { Backlog } from '#engine/records/backlog'

const heavy = { items: 1_000_000, weight: 1_000_000_000 }

interface Item {
  readonly name: string
  readonly weight: number
}

const item = (name: number | string, weight = 1): Item => ({ name: `${name}`, weight })
const names = (items: readonly Item[]) => items.map(({ name }) => name)

test('[R23] a full queue drops the oldest items, and the next batch says how many are missing', () => {
  const backlog = new Backlog<Item>({ items: 3, weight: heavy.weight })
  for (let number = 1; number <= 5; number += 1) backlog.add(item(number))
  expect(backlog.take(2, heavy.weight)).toEqual({ items: [item(3), item(4)], droppedBefore: 2 })
  for (let number = 6; number <= 9; number += 1) backlog.add(item(number))
  expect(backlog.take(9, heavy.weight)).toEqual({ items: [item(7), item(8), item(9)], droppedBefore: 2 })
  expect(backlog.take(9, heavy.weight)).toEqual({ items: [], droppedBefore: 0 })
  expect([backlog.size, backlog.dropped]).toEqual([0, 4])
})

test('the total weight is limited, but the newest item is kept even if it alone exceeds the limit', () => {
  const backlog = new Backlog<Item>({ items: heavy.items, weight: 100 })
  backlog.add(item('a', 60))
  backlog.add(item('b', 60))
  backlog.add(item('huge', 500))
  expect(backlog.take(9, heavy.weight)).toEqual({ items: [item('huge', 500)], droppedBefore: 2 })
  // A dropped item's weight must be subtracted, or every later item would push out another one.
  backlog.add(item('c', 50))
  backlog.add(item('d', 50))
  expect(names(backlog.take(9, heavy.weight).items)).toEqual(['c', 'd'])
})

test('a batch has at least one item, and ends once its weight reaches the limit', () => {
  const backlog = new Backlog<Item>(heavy)
  for (const name of ['a', 'b', 'c', 'd']) backlog.add(item(name, 40))
  expect(names(backlog.take(9, 50).items)).toEqual(['a', 'b'])
  expect(names(backlog.take(9, 1).items)).toEqual(['c'])
})

test('items stay in order, and every dropped item is counted, over many rounds', () => {
  const backlog = new Backlog<Item>({ items: 50, weight: heavy.weight })
  const taken: number[] = []
  let missing = 0
  const take = (maxItems: number) => {
    const { items, droppedBefore } = backlog.take(maxItems, heavy.weight)
    taken.push(...names(items).map(Number))
    missing += droppedBefore
  }
  for (let number = 0; number < 10_000; number += 1) {
    backlog.add(item(number))
    if (number % 7 === 0) take(number % 20)
  }
  take(100)
  expect(taken).toEqual([...taken].sort((one, other) => one - other))
  expect(taken.length + missing).toBe(10_000)
  expect(missing).toBe(backlog.dropped)
})
