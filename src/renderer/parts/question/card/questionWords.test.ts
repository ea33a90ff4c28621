import { expect, test } from 'vitest'
import { callerWords, claimWords, questionTitle, timeLeft } from '#renderer/parts/question/card/questionWords.ts'
import { anApproval, aQuestion } from '#renderer/model/questions/samples.ts'

test.each([
  [{ kind: 'chat', name: null }, 'The chat wants to use write'],
  [{ kind: 'client', name: 'Cursor' }, 'Cursor wants to use write'],
  [{ kind: 'client', name: ' ' }, 'A client wants to use write'],
  [{ kind: 'client', name: '\u202etnilc\nYou' }, '⟨202E⟩tnilc You wants to use write'],
] as const)('the title names who asks in one line whose direction cannot be changed: %o', (caller, title) => {
  expect(questionTitle(aQuestion('one', { caller }))).toBe(title)
})

test('a very long name leaves room for what the caller asks', () => {
  expect(callerWords({ caller: { kind: 'client', name: 'x'.repeat(10_000) } }).length).toBeLessThan(100)
})

test('a claim by an untrusted server about its tool is marked as untrusted', () => {
  const { tool } = anApproval()
  const claiming = { ...tool, annotations: { readOnlyHint: true } }
  expect(claimWords({ tool: claiming })).toContain('haven’t marked this server as trusted')
  expect(claimWords({ tool: { ...claiming, trusted: true } })).toBe('Its server says it is read-only.')
  expect(claimWords({ tool: { ...tool, annotations: 'nonsense' } })).toBeNull()
})

test.each([
  [125_001, '2:05'],
  [59_000, '0:59'],
  [-1, '0:00'],
])('%d ms are shown as %s', (ms, words) => {
  expect(timeLeft(ms, 0)).toBe(words)
})
