import { expect, test } from 'vitest'
import type { RunState } from '#contract/chat/chat'
import { runWords } from '#renderer/features/chat/thread/runWords.ts'

test.each<[RunState, string | null]>([
  [{ kind: 'idle' }, null],
  [{ kind: 'interrupted', toolUseIds: [] }, null],
  [{ kind: 'preparing', since: 0, what: 'tools' }, 'Getting the tools ready… 10 s'],
  [{ kind: 'preparing', since: 9000, what: 'summary' }, 'Making the older part shorter…'],
  [{ kind: 'streaming', since: 9000, step: 1 }, 'Answering…'],
  [{ kind: 'streaming', since: 5000, step: 3 }, 'Answering, step 3… 5 s'],
  [{ kind: 'tools', since: 9000, running: 20 }, '20 tools are running…'],
  [{ kind: 'waiting', since: 0, questionIds: ['q'] }, 'Waits for your answer'],
  [
    { kind: 'retrying', at: 14_200, attempt: 2, reason: 'The model is overloaded.' },
    'The model is overloaded. Asks again in 5 s, attempt 2.',
  ],
  [{ kind: 'retrying', at: 9000, attempt: 2, reason: 'Too many.' }, 'Too many. Asks again now, attempt 2.'],
  [{ kind: 'stopping', since: 0 }, 'Stopping…'],
])('[R32] %o reads "%s"', (run, words) => {
  expect(runWords(run, 10_000)).toBe(words)
})

test('[R32] who waits for long reads minutes', () => {
  expect(runWords({ kind: 'tools', since: 0, running: 1 }, 301_900)).toBe('One tool is running… 5 min 1 s')
})

test('[R32] a call whose server asks the person something does not read as if it ran by itself', () => {
  expect(runWords({ kind: 'tools', since: 0, running: 1 }, 10_000, true)).toBe('A tool waits for your answer')
})
