import { expect, test } from 'vitest'
import { chosenOf } from '#bench/chosen'

const keys = ['line', 'sdk', 'chat-page']

test('without a choice everything is wanted, with one what it names', () => {
  expect(keys.filter(chosenOf(undefined, keys))).toEqual(keys)
  expect(keys.filter(chosenOf('sdk, chat-page', keys))).toEqual(['sdk', 'chat-page'])
})

test('a key that there is not is refused with those that there are: a slip measured nothing, and said so nowhere', () => {
  expect(() => chosenOf('sdk,chatpage', keys)).toThrow('There is no chatpage. There are: line, sdk, chat-page.')
})
