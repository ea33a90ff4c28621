import { describe, expect, test } from 'vitest'
import { isTyping, type KeyPlace, waitingMove } from '#renderer/features/questions/waitingKeys.ts'

const press = (key: string, held: Partial<Record<'ctrlKey' | 'metaKey' | 'altKey', boolean>> = {}) => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  ...held,
})

describe('a key in the list of waiting questions', () => {
  test.each<[string, KeyPlace, ReturnType<typeof waitingMove>]>([
    ['ArrowDown', 'card', 'next'],
    ['j', 'card', 'next'],
    ['K', 'card', 'previous'],
    ['a', 'card', 'allow'],
    ['D', 'card', 'deny'],
    ['Escape', 'card', null],
    ['Enter', 'card', null],
    ['x', 'card', null],
    ['constructor', 'card', null],
    ['a', 'field', null],
    ['ArrowDown', 'field', null],
    ['d', 'reason', null],
    ['ArrowDown', 'scroller', null],
    ['j', 'scroller', 'next'],
  ])('%s in a %s: %s', (key, place, expected) => {
    expect(waitingMove(press(key), place)).toBe(expected)
  })

  test('with Ctrl or Cmd allows by Enter alone, and never while a reason to deny is written', () => {
    expect(waitingMove(press('Enter', { ctrlKey: true }), 'field')).toBe('allow')
    expect(waitingMove(press('Enter', { metaKey: true }), 'card')).toBe('allow')
    expect(waitingMove(press('Enter', { ctrlKey: true }), 'reason')).toBeNull()
    expect(waitingMove(press('a', { ctrlKey: true }), 'card')).toBeNull()
    expect(waitingMove(press('d', { altKey: true }), 'card')).toBeNull()
  })

  test('without a meaning here shows that a person is typing', () => {
    expect(['h', ' ', 'a', 'ArrowDown', 'Escape'].map((key) => isTyping(press(key), 'card'))).toEqual([
      true,
      true,
      false,
      false,
      false,
    ])
    expect(isTyping(press('c', { ctrlKey: true }), 'card')).toBe(false)
  })
})
