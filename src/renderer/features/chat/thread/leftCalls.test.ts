import { expect, test } from 'vitest'
import { aMessage, aToolCall } from '#renderer/features/chat/conversation/samples.ts'
import { leftCalls, type Wish, wishedOf } from '#renderer/features/chat/thread/leftCalls.ts'

test('[R23] each call that is left can be skipped; what was never made cannot be made again', () => {
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

test('a wish that was taken back is none, nor is one for a call that somebody else has ended', () => {
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
