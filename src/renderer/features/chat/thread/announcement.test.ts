import { expect, test } from 'vitest'
import type { Message } from '#contract/chat/chat'
import { aMessage, aToolCall } from '#renderer/features/chat/conversation/samples.ts'
import { announcement } from '#renderer/features/chat/thread/announcement.ts'

const question = aMessage({ id: 'q' })
const answer = (text: string, status: Message['status']) =>
  aMessage({ id: 'a', parentId: 'q', role: 'assistant', status, blocks: [{ kind: 'text', text }] })
const waiting = aMessage({
  id: 'a',
  role: 'assistant',
  status: 'writing',
  blocks: [aToolCall({ title: 'Delete', status: 'waiting', questionId: 'x' })],
})

test.each<[string, Message | undefined, Message | undefined, string | null]>([
  ['an answer begins', question, answer('', 'writing'), 'Responding.'],
  ['each word', answer('so', 'writing'), answer('so it', 'writing'), null],
  ['the whole answer', answer('so it', 'writing'), answer('so it is', 'complete'), 'so it is'],
  ['one that failed', answer('so', 'writing'), answer('so', 'failed'), 'so The response failed.'],
  ['an answer that came at once', question, answer('so', 'complete'), 'so'],
  ['the first answer of all that came at once', undefined, answer('so', 'complete'), 'so'],
  ['another branch', aMessage({ id: 'b', role: 'assistant' }), answer('so', 'complete'), null],
  ['a message from the person', answer('so', 'complete'), question, null],
  ['a call that waits', answer('so', 'writing'), waiting, 'Delete is waiting for your answer.'],
  ['a call that still waits', waiting, { ...waiting }, null],
])('[R32] %s is announced at most once', (_title, before, after, said) => {
  expect(announcement(before, after)).toBe(said)
})
