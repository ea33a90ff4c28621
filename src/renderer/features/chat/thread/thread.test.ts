import { expect, test } from 'vitest'
import type { Usage } from '#contract/chat/conversation'
import { aMessage, aToolCall } from '#renderer/features/chat/conversation/samples.ts'
import { messageText } from '#renderer/features/chat/thread/message/messageText.ts'
import { createThreadRows } from '#renderer/features/chat/thread/threadRows.ts'
import { usageDetail, usageText } from '#renderer/features/chat/thread/message/usageText.ts'

const turn = aMessage({
  id: 'a',
  role: 'assistant',
  status: 'writing',
  blocks: [
    { kind: 'thinking', text: '', hidden: true, durationMs: 1 },
    { kind: 'text', text: '' },
    aToolCall(),
    { kind: 'other', type: 'x' },
    { kind: 'text', text: 'so' },
  ],
})
const question = aMessage({ id: 'q', blocks: [{ kind: 'text', text: 'why?' }] })

test('[R32] each block of a turn has its own row, and empty blocks have none', () => {
  const rows = createThreadRows()([question, turn])
  expect(rows.map((row) => row.key)).toEqual(['q', 'a:0', 'a:2', 'a:4'])
  expect(rows.map((row) => row.kind === 'block' && row.growing)).toEqual([false, false, false, true])
  expect(createThreadRows()([{ ...turn, status: 'complete' }]).at(-1)).toMatchObject({ kind: 'foot', key: 'a:foot' })
})

test('[R32] unchanged messages keep their rows: ten thousand rows are not built again for each new word', () => {
  const rowsOf = createThreadRows()
  const before = rowsOf([question, turn])
  const after = rowsOf([question, { ...turn }])
  expect(after[0]).toBe(before[0])
  expect(after[1]).not.toBe(before[1])
})

const usage: Usage = {
  inputTokens: 1000,
  outputTokens: 50,
  cacheReadTokens: 9000,
  cacheWriteTokens: 2000,
  costUsd: 0.0301,
}

test.each<[Usage | null, string | null]>([
  [usage, '12k in, 50 out, $0.03'],
  [{ ...usage, costUsd: null }, '12k in, 50 out'],
  [{ ...usage, costUsd: 0.000_01 }, '12k in, 50 out, < $0.01'],
  [{ inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0, costUsd: 0 }, null],
  [null, null],
])('[R32] %j reads %s: cached tokens count as sent, and an unknown price is not zero', (used, text) => {
  expect(usageText(used)).toBe(text)
})

test('[R32] the share of cached tokens is spelled out', () => {
  expect(usageDetail(usage)).toContain('9,000 of them from the cache (75 %)')
})

test('[R32] copying a message copies its text, not what the page adds', () => {
  expect(messageText(turn)).toBe('so')
  expect(messageText(question)).toBe('why?')
})
