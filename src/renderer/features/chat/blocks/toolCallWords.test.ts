import { expect, test } from 'vitest'
import { denialText } from '#contract/chat/denial'
import {
  argumentsLine,
  asksPerson,
  callTitle,
  failureWords,
  serverWord,
  toolCallWords,
  waitingWords,
} from '#renderer/features/chat/blocks/toolCallWords.ts'
import { aToolCall } from '#renderer/features/chat/conversation/samples.ts'
import { aQuestion } from '#renderer/model/questions/samples.ts'

test.each([
  [aToolCall({ status: 'running', startedAt: 1000 }), 'Running', '4 s'],
  [aToolCall({ status: 'running', startedAt: 4900 }), 'Running', null],
  [aToolCall({ status: 'running', startedAt: 9000 }), 'Running', null],
  [aToolCall({ status: 'succeeded', durationMs: 12 }), 'Answered', '12 ms'],
  [aToolCall({ status: 'denied' }), 'Denied', null],
])('[R32] %o reads "%s", %s', (block, word, time) => {
  expect(toolCallWords(block, { now: 5000, runner: 'here', isAsked: false })).toMatchObject({ word, time })
})

test.each([
  [{ arguments: '{"path":"/etc/hosts","depth":2}' }, 'path: /etc/hosts, depth: 2'],
  [{ arguments: '{"text":"two\\n  lines","list":[1,2]}' }, 'text: two lines, list: [1,2]'],
  [{ arguments: '{"a":1}', editedArguments: '{"a":2}' }, 'a: 2'],
  [{ arguments: '{}' }, ''],
  // While the model is writing, the JSON of the arguments is incomplete.
  [{ arguments: '{"path":"/e', status: 'writing' as const }, ''],
  [{ arguments: '{"path":"/e' }, ''],
])('[R32] %o shows its arguments in one line: %s', (parts, line) => {
  expect(argumentsLine(aToolCall({ status: 'succeeded', ...parts }))).toBe(line)
})

test('[R32] the line of long arguments is cut off', () => {
  expect(argumentsLine(aToolCall({ status: 'running', arguments: `{"text":"${'x'.repeat(5000)}"}` })).length).toBe(120)
})

test('[R32] a call of five minutes is shown in minutes, not as three hundred seconds', () => {
  const block = aToolCall({ status: 'running', startedAt: 0 })
  expect(toolCallWords(block, { now: 300_700, runner: 'here', isAsked: false }).time).toBe('5 min')
})

test.each([
  [aToolCall({ status: 'running', startedAt: 1000 }), 'Interrupted'],
  [aToolCall({ status: 'waiting', startedAt: null, questionId: 'q' }), 'Not sent yet'],
  [aToolCall({ status: 'succeeded' }), 'Answered'],
  [aToolCall({ status: 'skipped' }), 'Skipped'],
])('[R32] %o that a run left unfinished reads "%s", and no time passes for it', (block, word) => {
  expect(toolCallWords(block, { now: 5000, runner: 'none', isAsked: false })).toMatchObject({ word, time: null })
})

test('[R32] a call that a run left waiting says what can be done, not that it waits for an answer', () => {
  expect(waitingWords({ questionId: 'q' }, 'none')).toContain('when you continue')
  expect(waitingWords({ questionId: 'q' }, 'here')).toBe('Waiting for your answer.')
})

test('[R32] a call whose server asks the person counts as waiting, like a call that needs approval; other calls do not', () => {
  const form = { kind: 'form', server: 'echo', message: '', requestedSchema: {} } as const
  const asked = [aQuestion('q', { body: form })]
  expect(asksPerson(aToolCall({ status: 'running', server: 'echo' }), asked)).toBe(true)
  expect(asksPerson(aToolCall({ status: 'running', server: 'git' }), asked)).toBe(false)
  expect(asksPerson(aToolCall({ status: 'succeeded', server: 'echo' }), asked)).toBe(false)
  expect(asksPerson(aToolCall({ status: 'running', server: 'files' }), [aQuestion('q')])).toBe(false)
  const block = aToolCall({ status: 'running', startedAt: 0 })
  expect(toolCallWords(block, { now: 5000, runner: 'here', isAsked: true })).toEqual({
    word: 'Waiting',
    tone: 'warn',
    time: null,
  })
})

test('[R32] a call names its tool and its server in words a person knows', () => {
  expect([callTitle(aToolCall({ title: 'Echo it' })), callTitle(aToolCall({ toolName: '' }))]).toEqual([
    'Echo it',
    'echo',
  ])
  expect([serverWord('native'), serverWord('git'), serverWord(null)]).toEqual(['Switchboard', 'git', 'Chat'])
})

test('[R32] the reason why a call failed is visible without expanding it, even when the tool itself gives it', () => {
  const result = { isError: true, content: [null, { type: 'text', text: 'no such file' }] }
  expect(failureWords(aToolCall({ status: 'failed', result }))).toBe('no such file')
  expect(failureWords(aToolCall({ status: 'failed', result, error: 'The server is down.' }))).toBe(
    'The server is down.',
  )
  expect(failureWords(aToolCall({ status: 'succeeded', result }))).toBeNull()
})

test('[R32] a call that the person denied says so to them, and not what the model is told', () => {
  const denied = aToolCall({ status: 'denied', error: denialText('not in this folder') })
  expect(failureWords(denied)).toBe('You denied this call: not in this folder.')
})
