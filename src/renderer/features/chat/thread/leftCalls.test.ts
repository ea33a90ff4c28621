import { expect, test } from 'vitest'
import { aMessage, aToolCall } from '#renderer/features/chat/conversation/samples.ts'
import { leftCalls, type Wish, wishedOf } from '#renderer/features/chat/thread/leftCalls.ts'

test('[R23] each unfinished call can be skipped; a call that was never sent cannot be run again', () => {
  const blocks = [
    aToolCall({ toolUseId: 'over', status: 'succeeded' }),
    aToolCall({ toolUseId: 'sent' }),
    aToolCall({ toolUseId: 'unsent', status: 'waiting', startedAt: null }),
    aToolCall({ toolUseId: 'half', status: 'writing', startedAt: null }),
    aToolCall({ toolUseId: 'skipped', status: 'skipped', startedAt: null }),
  ]
  const messages = [aMessage({ blocks: [aToolCall({ toolUseId: 'older' })] }), aMessage({ role: 'assistant', blocks })]
  const left = leftCalls(messages, ['sent'])
  expect(left.map(({ call, ways }) => [call.toolUseId, ways.map(({ wish }) => wish)])).toEqual([
    ['sent', ['usual', 'runAgain', 'skip']],
    ['unsent', ['usual', 'skip']],
  ])
  expect(leftCalls([], ['sent'])).toEqual([])
})

test('a withdrawn wish does not count, nor does one for a call that was ended elsewhere', () => {
  const blocks = ['a', 'b', 'c'].map((toolUseId) => aToolCall({ toolUseId }))
  const left = leftCalls([aMessage({ blocks })], ['a', 'b', 'c'])
  const wishes = new Map<string, Wish>([
    ['a', 'skip'],
    ['b', 'usual'],
    ['gone', 'skip'],
  ])
  expect(wishedOf(left, wishes, 'skip')).toEqual(['a'])
  expect(wishedOf(left, wishes, 'runAgain')).toEqual([])
})
