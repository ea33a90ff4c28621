import { expect, test } from 'vitest'
import {
  callTitle,
  failureWords,
  progressShare,
  serverWord,
  toolCallWords,
} from '#renderer/features/chat/blocks/toolCallWords.ts'
import { aToolCall } from '#renderer/features/chat/conversation/samples.ts'

test.each([
  [aToolCall({ status: 'running', startedAt: 1000 }), 'Running', '4 s'],
  [aToolCall({ status: 'running', startedAt: 4900 }), 'Running', null],
  [aToolCall({ status: 'running', startedAt: 9000 }), 'Running', null],
  [aToolCall({ status: 'succeeded', durationMs: 12 }), 'Answered', '12 ms'],
  [aToolCall({ status: 'denied' }), 'Denied', null],
])('[R32] %o reads "%s", %s', (block, word, time) => {
  expect(toolCallWords(block, 5000)).toMatchObject({ word, time })
})

test.each([
  [{ progress: 1, total: 4, message: null }, 0.25],
  [{ progress: 9, total: 4, message: null }, 1],
  [{ progress: 9, total: null, message: null }, null],
  [{ progress: 9, total: 0, message: null }, null],
  [null, null],
])('[R32] the progress %o fills %s of the bar: a server that counts wrongly does not break it', (progress, share) => {
  expect(progressShare({ progress })).toBe(share)
})

test('[R32] a call names its tool and its server in words a person knows', () => {
  expect([callTitle(aToolCall({ title: 'Echo it' })), callTitle(aToolCall({ toolName: '' }))]).toEqual([
    'Echo it',
    'echo',
  ])
  expect([serverWord('native'), serverWord('git'), serverWord(null)]).toEqual(['Switchboard', 'git', 'Chat'])
})

test('[R32] why a call failed is said without unfolding it, also when the tool says so itself', () => {
  const result = { isError: true, content: [null, { type: 'text', text: 'no such file' }] }
  expect(failureWords(aToolCall({ status: 'failed', result }))).toBe('no such file')
  expect(failureWords(aToolCall({ status: 'failed', result, error: 'The server is down.' }))).toBe(
    'The server is down.',
  )
  expect(failureWords(aToolCall({ status: 'succeeded', result }))).toBeNull()
})
