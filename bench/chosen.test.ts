import { expect, test } from 'vitest'
import { chosenOf } from '#bench/chosen'

const keys = ['line', 'sdk', 'chat-page']

test('without a choice every part runs; with one, only the named parts', () => {
  expect(keys.filter(chosenOf(undefined, keys))).toEqual(keys)
  expect(keys.filter(chosenOf('sdk, chat-page', keys))).toEqual(['sdk', 'chat-page'])
})

test('an unknown key is refused with a list of the known ones, so that a typo does not silently measure nothing', () => {
  expect(() => chosenOf('sdk,chatpage', keys)).toThrow('Unknown: chatpage. Known: line, sdk, chat-page.')
})
