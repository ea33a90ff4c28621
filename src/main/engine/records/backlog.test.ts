import { expect, test } from 'vitest'
import { Backlog } from '#engine/records/backlog'

const heavy = { items: 1_000_000, weight: 1_000_000_000 }

test('[R23] a full queue drops the oldest, and the next one that is taken tells how many are missing', () => {
  const backlog = new Backlog<number>({ items: 3, weight: heavy.weight })
  for (let number = 1; number <= 5; number += 1) backlog.add(number, 1)
  expect(backlog.take(2, heavy.weight)).toEqual([
    { item: 3, droppedBefore: 2 },
    { item: 4, droppedBefore: 0 },
  ])
  for (let number = 6; number <= 9; number += 1) backlog.add(number, 1)
  expect(backlog.take(9, heavy.weight)).toEqual([
    { item: 7, droppedBefore: 2 },
    { item: 8, droppedBefore: 0 },
    { item: 9, droppedBefore: 0 },
  ])
  expect([backlog.size, backlog.dropped]).toEqual([0, 4])
})

test('weight bounds it too, and what is heavier than the bound by itself is kept while it is the newest', () => {
  const backlog = new Backlog<string>({ items: heavy.items, weight: 100 })
  backlog.add('a', 60)
  backlog.add('b', 60)
  backlog.add('huge', 500)
  expect(backlog.take(9, heavy.weight)).toEqual([{ item: 'huge', droppedBefore: 2 }])
  // The weight of what is gone must be gone as well, or every later item would push out another.
  backlog.add('c', 50)
  backlog.add('d', 50)
  expect(backlog.take(9, heavy.weight).map(({ item }) => item)).toEqual(['c', 'd'])
})

test('a batch ends once it is heavy, and has at least one item', () => {
  const backlog = new Backlog<string>(heavy)
  for (const item of ['a', 'b', 'c', 'd']) backlog.add(item, 40)
  expect(backlog.take(9, 50).map(({ item }) => item)).toEqual(['a', 'b'])
  expect(backlog.take(9, 1).map(({ item }) => item)).toEqual(['c'])
})

test('it stays right, and in order, over many rounds', () => {
  const backlog = new Backlog<number>({ items: 50, weight: heavy.weight })
  const taken: number[] = []
  let missing = 0
  for (let number = 0; number < 10_000; number += 1) {
    backlog.add(number, 1)
    if (number % 7 !== 0) continue
    for (const { item, droppedBefore } of backlog.take(number % 20, heavy.weight)) {
      taken.push(item)
      missing += droppedBefore
    }
  }
  for (const { item, droppedBefore } of backlog.take(100, heavy.weight)) {
    taken.push(item)
    missing += droppedBefore
  }
  expect(taken).toEqual([...taken].sort((one, other) => one - other))
  expect(taken.length + missing).toBe(10_000)
  expect(missing).toBe(backlog.dropped)
})
