import fc from 'fast-check'
import { expect, it } from 'vitest'
import { Slots } from '#engine/structures/slots'

it('contains exactly the items that were added and not removed, each at its own index', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -20, max: 20 })), (steps) => {
      const slots = new Slots<{ n: number }>()
      const expected = new Map<number, { n: number }>()
      for (const [n, step] of steps.entries()) {
        if (step >= 0) {
          const item = { n }
          const place = slots.add(item)
          expect(expected.has(place)).toBe(false)
          expected.set(place, item)
        } else {
          const item = expected.get(-step)
          if (item !== undefined) slots.remove(-step, item)
          expected.delete(-step)
        }
        expect(slots.size).toBe(expected.size)
        expect(new Set(slots.all())).toEqual(new Set(expected.values()))
      }
    }),
  )
})

it('does not remove a later item at the same index', () => {
  const slots = new Slots<object>()
  const [first, second] = [{}, {}]
  const place = slots.add(first)
  slots.remove(place, first)
  expect(slots.add(second)).toBe(place)
  slots.remove(place, first)
  expect(slots.all()).toEqual([second])
})

it('removes items that are over in a sweep', () => {
  const slots = new Slots<{ over: boolean }>()
  for (const over of [true, false, true]) slots.add({ over })
  slots.sweep((item) => item.over)
  expect(slots.all()).toEqual([{ over: false }])
  expect(slots.size).toBe(1)
})

it('does not hand out an index twice after the item was removed twice', () => {
  const slots = new Slots<object>()
  const item = {}
  const place = slots.add(item)
  slots.remove(place, item)
  slots.remove(place, item)
  expect(new Set([slots.add({}), slots.add({})]).size).toBe(2)
})
