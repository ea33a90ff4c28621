import { describe, expect, test } from 'vitest'
import type { Decision } from '#contract/decision'
import { anApproval, aQuestion } from '#renderer/model/questions/samples.ts'
import {
  decisionsMade,
  keptAnswer,
  type KeptAnswer,
  rememberedWords,
} from '#renderer/parts/question/approval/remembered.ts'

const pattern = [{ is: 'startsWith' as const, path: ['path'], value: '/home/ada/' }]
const always: KeptAnswer = { kind: 'allow', remember: 'always', pattern }

test('an answer for one call is not remembered', () => {
  expect([
    keptAnswer({ kind: 'allow' }),
    keptAnswer({ kind: 'deny', remember: 'once' }),
    keptAnswer({ kind: 'decline' }),
  ]).toEqual([null, null, null])
  expect(keptAnswer({ kind: 'deny', remember: 'project' })).toMatchObject({ remember: 'project' })
})

test.each<[KeptAnswer, string]>([
  [always, 'Remembered: every caller may call write of files where path starts with "/home/ada/".'],
  [{ kind: 'deny', remember: 'always' }, 'Remembered: no caller may call write of files.'],
  [{ kind: 'deny', remember: 'project' }, 'Remembered: callers in Notes may not call write of files.'],
  [{ kind: 'allow', remember: 'conversation' }, 'Remembered: this conversation may call write of files.'],
])('%j is said in one line', (answer, words) => {
  expect(rememberedWords(anApproval(), answer, 'Notes')).toBe(words)
})

describe('what Undo takes back', () => {
  const decision = (id: string, change: Partial<Decision> = {}): Decision => ({
    id,
    effect: 'allow',
    server: 'files',
    tool: 'write',
    scope: 'always',
    projectId: null,
    conversationId: null,
    pattern,
    decidedAt: 1000,
    outdated: false,
    ...change,
  })
  const made = (answer: KeptAnswer, decisions: readonly Decision[], projectId: string | null = null) =>
    decisionsMade(aQuestion('q', { projectId }), answer, decisions).map(({ id }) => id)

  test('is the decision that the answer made, and none that existed before', () => {
    const others = [
      decision('other effect', { effect: 'deny' }),
      decision('other scope', { scope: 'project' }),
      decision('all calls', { pattern: null }),
      decision('other tool', { tool: 'read', decidedAt: 1 }),
      decision('long ago', { decidedAt: 1 }),
    ]
    expect(made(always, [...others, decision('new')])).toEqual(['new'])
    expect(made(always, others.slice(0, 4))).toEqual([])
  })

  test('includes those of the other members of a group', () => {
    expect(made(always, [decision('one'), decision('two', { server: 'more', decidedAt: 1001 })])).toEqual([
      'one',
      'two',
    ])
  })

  test('stays in the project', () => {
    const inProject: KeptAnswer = { kind: 'allow', remember: 'project' }
    const decisions = ['p', 'other'].map((projectId) =>
      decision(projectId, { scope: 'project', projectId, pattern: null }),
    )
    expect(made(inProject, decisions, 'p')).toEqual(['p'])
  })
})
