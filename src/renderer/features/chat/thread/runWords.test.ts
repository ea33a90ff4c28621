import { expect, test } from 'vitest'
import type { RunState } from '#contract/chat/chat'
import { runWords } from '#renderer/features/chat/thread/runWords.ts'

test.each<[RunState, string | null]>([
  [{ kind: 'idle' }, null],
  [{ kind: 'interrupted', toolUseIds: [] }, null],
  [{ kind: 'preparing', since: 0, what: 'tools' }, 'Preparing tools… 10 s'],
  [{ kind: 'preparing', since: 9000, what: 'summary' }, 'Summarising earlier messages…'],
  [{ kind: 'streaming', since: 9000, step: 1 }, 'Responding…'],
  [{ kind: 'streaming', since: 5000, step: 3 }, 'Responding, step 3… 5 s'],
  [{ kind: 'tools', since: 9000, running: 20 }, '20 tools are running…'],
  [{ kind: 'waiting', since: 0, questionIds: ['q'] }, 'Waiting for your answer'],
  [
    { kind: 'retrying', at: 14_200, attempt: 2, reason: 'The model is overloaded.' },
    'The model is overloaded. Retrying in 5 s (attempt 2).',
  ],
  [{ kind: 'retrying', at: 9000, attempt: 2, reason: 'Too many.' }, 'Too many. Retrying now (attempt 2).'],
  [{ kind: 'stopping', since: 0 }, 'Stopping…'],
])('[R32] %o reads "%s"', (run, words) => {
  expect(runWords(run, 10_000)).toBe(words)
})

test('[R32] long waits are shown in minutes', () => {
  expect(runWords({ kind: 'tools', since: 0, running: 1 }, 301_900)).toBe('One tool is running… 5 min 1 s')
})

test('[R32] a call whose server asks the person something does not look like a running one', () => {
  expect(runWords({ kind: 'tools', since: 0, running: 1 }, 10_000, true)).toBe('A tool is waiting for your answer')
})
