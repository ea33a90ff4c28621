import { expect, test } from 'vitest'
import { createLeaving } from '#renderer/ui/layers/leaving.ts'

function form(edited: boolean) {
  const asked: (() => void)[] = []
  return { asked, isEdited: () => edited, ask: (leave: () => void) => void asked.push(leave) }
}

test('without edits, the page is left at once', () => {
  const leaving = createLeaving()
  let left = 0
  leaving.watch(form(false))
  leaving.leave(() => (left += 1))
  expect(left).toBe(1)
})

test('every edited form is asked, the topmost first, and a form that keeps its edits keeps the page open', () => {
  const leaving = createLeaving()
  let left = 0
  const [below, above] = [form(true), form(true)]
  leaving.watch(below)
  leaving.watch(above)
  leaving.leave(() => (left += 1))
  expect([above.asked.length, below.asked.length, left]).toEqual([1, 0, 0])
  above.asked[0]?.()
  expect([below.asked.length, left]).toEqual([1, 0])
  below.asked[0]?.()
  expect(left).toBe(1)
})

test('a form that is gone is not asked', () => {
  const leaving = createLeaving()
  let left = 0
  const gone = form(true)
  leaving.watch(gone)()
  leaving.leave(() => (left += 1))
  expect([gone.asked.length, left]).toEqual([0, 1])
})
