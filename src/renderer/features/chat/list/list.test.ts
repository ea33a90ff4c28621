import { expect, test } from 'vitest'
import type { RunState } from '#contract/chat/chat'
import { dayGroup, runTone } from '#renderer/features/chat/list/runTone.ts'

test.each<[RunState, string | null]>([
  [{ kind: 'idle' }, null],
  [{ kind: 'streaming', since: 0, step: 1 }, 'Running'],
  [{ kind: 'waiting', since: 0, questionIds: ['q'] }, 'Waiting for your answer'],
  [{ kind: 'interrupted', toolUseIds: [] }, 'Interrupted'],
])(
  '[R32] a conversation that is %o says "%s" in the list: a conversation that waits is not overlooked',
  (run, word) => {
    expect(runTone(run, false)?.word ?? null).toBe(word)
  },
)

test('[R32] a conversation whose server asks the person something counts as waiting for them, not only as busy', () => {
  expect(runTone({ kind: 'tools', since: 0, running: 1 }, true)).toEqual({
    tone: 'warn',
    word: 'Waiting for your answer',
  })
  expect(runTone({ kind: 'idle' }, true)).toBeNull()
})

test('[R32] conversations are grouped by the day they changed, pinned ones first', () => {
  const today = 1_000_000_000_000
  const hour = 3_600_000
  expect(
    [today + hour, today - hour, today - 30 * hour, today - 200 * hour].map((at) => dayGroup(at, false, today)),
  ).toEqual(['Today', 'Yesterday', 'This week', 'Earlier'])
  expect(dayGroup(0, true, today)).toBe('Pinned')
})
