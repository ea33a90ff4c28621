import { expect, test } from 'vitest'
import { shortcutFor, shortcuts } from '#renderer/app/shortcuts/shortcuts.ts'

const press = (key: string, held: Partial<Record<'ctrlKey' | 'metaKey' | 'altKey', boolean>> = {}) => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  ...held,
})

test.each([
  [press('k', { ctrlKey: true }), true, 'palette'],
  [press('K', { metaKey: true }), false, 'palette'],
  [press('k'), true, null],
  [press('n'), true, 'addServer'],
  [press('N'), true, 'addServer'],
  [press('?'), true, 'help'],
  [press('2'), true, 'to:tools'],
  [press('2', { ctrlKey: true }), true, null],
  [press('n', { ctrlKey: true }), true, null],
  [press('n', { altKey: true }), true, null],
])('%o with single keys %s is %s: the browser keeps its own combinations', (pressed, singleKeys, name) => {
  expect(shortcutFor(pressed, singleKeys)).toBe(name)
})

test('no key is bound twice: the second would never run', () => {
  const keys = Object.values(shortcuts).map((shortcut) => shortcut.keys)
  expect(new Set(keys).size).toBe(keys.length)
})

test('a person who dictates can switch off single keys and loses only those', () => {
  expect(shortcutFor(press('n'), false)).toBeNull()
  expect(shortcutFor(press('k', { metaKey: true }), false)).toBe('palette')
})
