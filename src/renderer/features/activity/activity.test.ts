import { describe, expect, test } from 'vitest'
import type { CallSummary } from '#contract/tools/call'
import { activitySearch } from '#renderer/features/activity/activitySearch.ts'
import { callerText, outcomeText, sizeText } from '#renderer/model/calls/callWords.ts'
import { mergeCalls } from '#renderer/features/activity/mergeCalls.ts'

const call = (id: string, status: CallSummary['status'] = 'succeeded'): CallSummary => ({
  id,
  tool: 'echo',
  originalTool: 'echo',
  server: 'echo',
  projectId: 'default',
  run: { id: 'r', kind: 'client', client: null, clientVersion: null },
  status,
  isError: false,
  errorCode: null,
  errorMessage: null,
  startedAt: 0,
  durationMs: 1,
  argumentsBytes: 2,
  resultBytes: 2,
  droppedBefore: 0,
  toolError: null,
  edited: false,
  excerpt: '{}',
})
const page = (ids: string[], next: string | null = null) => ({ calls: ids.map((id) => call(id)), next })
const ids = (calls: readonly CallSummary[]) => calls.map(({ id }) => id)

describe('calls that come in while older ones are read', () => {
  test('are each listed once, the newest first', () => {
    const merged = mergeCalls(page(['e', 'd', 'c'], 'c'), [page(['d', 'c'], 'c'), page(['b', 'a'])])
    expect(ids(merged.calls)).toEqual(['e', 'd', 'c', 'b', 'a'])
    expect(merged.gap).toBe(false)
  })

  test('show the end of a call that was running when the older page was read', () => {
    const merged = mergeCalls({ calls: [call('b', 'failed')], next: null }, [
      { calls: [call('b', 'running')], next: null },
    ])
    expect(merged.calls.map(({ status }) => status)).toEqual(['failed'])
  })

  test('in a flood leave a known gap: otherwise calls in the middle would be missing for ever', () => {
    expect(mergeCalls(page(['z', 'y'], 'y'), [page(['b', 'a'])]).gap).toBe(true)
    expect(mergeCalls(page(['c', 'b'], 'b'), [page(['b', 'a'])]).gap).toBe(false)
  })

  test('do not bring back what the engine has removed meanwhile', () => {
    expect(ids(mergeCalls(page(['e', 'c'], 'c'), [page(['e', 'd', 'c'], 'c'), page(['b'])]).calls)).toEqual([
      'e',
      'c',
      'b',
    ])
  })
})

test.each([
  [17, '17 B'],
  [1234, '1.2 kB'],
  [5_300_000, '5.3 MB'],
])('%d bytes are %s', (bytes, text) => {
  expect(sizeText(bytes)).toBe(text)
})

test('a call is answered in a time, and fails after a time', () => {
  expect(outcomeText(call('a'))).toBe('Answered in 1 ms')
  expect(outcomeText(call('a', 'failed'))).toBe('Failed after 1 ms')
  expect(outcomeText({ status: 'running', durationMs: null })).toBe('Running')
})

test('a client without a name is still a client', () => {
  expect(callerText(call('a'))).toBe('A client')
})

test('an invalid address shows everything, not nothing', () => {
  expect(activitySearch({ status: 'odd', server: ['x'], tool: '' })).toEqual({})
  expect(activitySearch({ status: 'failed', client: 'Zed' })).toEqual({ status: 'failed', client: 'Zed' })
  expect(activitySearch({ text: ' ', order: 'newest' })).toEqual({})
  expect(activitySearch({ text: 'add', order: 'slowest' })).toEqual({ text: 'add', order: 'slowest' })
})
