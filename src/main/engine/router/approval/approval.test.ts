import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Approval } from '#contract/decision'
import {
  judgeCall,
  type JudgedCall,
  type JudgedDecision,
  type JudgedTool,
  type Verdict,
} from '#engine/router/approval/approval'

const seen = (fingerprint: string) => ({ fingerprint, definition: `text of ${fingerprint}` })
const tool = (change: Partial<JudgedTool> = {}): JudgedTool => ({
  print: { fingerprint: 'now', former: 'as before' },
  claimsReadOnly: false,
  trusted: false,
  firstUsed: null,
  ...change,
})
const call = (change: Partial<JudgedCall> = {}): JudgedCall => ({
  approval: 'notReadOnly',
  projectId: 'p',
  conversationId: 'c',
  arguments: { a: 'x' },
  ...change,
})
const decision = (change: Partial<JudgedDecision> = {}): JudgedDecision => ({
  effect: 'allow',
  scope: 'always',
  projectId: null,
  conversationId: null,
  pattern: null,
  decidedAt: 1,
  seen: change.effect === 'deny' ? null : seen('now'),
  ...change,
})
const ask = (reason: string, before: string | null = null) => ({ kind: 'ask', reason, before })
const forX = [{ is: 'equal' as const, path: ['a'], value: 'x' }]
const forY = [{ is: 'equal' as const, path: ['a'], value: 'y' }]
const here = { scope: 'conversation' as const, conversationId: 'c' }
const elsewhere = { scope: 'conversation' as const, conversationId: 'd' }

describe('judgeCall without decisions', () => {
  it.each<[Approval, boolean, boolean, string | null]>([
    ['none', false, false, null],
    ['none', true, true, null],
    ['notReadOnly', false, false, 'notReadOnly'],
    ['notReadOnly', false, true, 'notReadOnly'],
    // An untrusted server's claim does not count.
    ['notReadOnly', true, false, 'notReadOnly'],
    ['notReadOnly', true, true, null],
    ['all', false, false, 'all'],
    ['all', true, true, 'all'],
  ])('approval %s, read-only %s, trusted %s: asks %s', (approval, claimsReadOnly, trusted, reason) => {
    const verdict = judgeCall(tool({ claimsReadOnly, trusted }), call({ approval }), [])
    expect(verdict).toEqual(reason === null ? { kind: 'go' } : ask(reason))
  })
})

describe('judgeCall with decisions', () => {
  it.each<[string, Partial<JudgedDecision>, Partial<JudgedCall>, 'go' | 'refuse' | 'ask']>([
    ['an allowance', {}, {}, 'go'],
    ['a decision for this conversation', here, {}, 'go'],
    ['a decision for another conversation', elsewhere, {}, 'ask'],
    [
      'a decision for a conversation, for a call outside of conversations',
      { scope: 'conversation' },
      { conversationId: null },
      'ask',
    ],
    ['a decision for this project', { scope: 'project', projectId: 'p' }, {}, 'go'],
    ['a decision for another project', { scope: 'project', projectId: 'q' }, {}, 'ask'],
    ['a decision for a project, for a call outside of projects', { scope: 'project' }, { projectId: null }, 'ask'],
    ['a decision for these arguments', { pattern: forX }, {}, 'go'],
    ['a decision for other arguments', { pattern: forY }, {}, 'ask'],
    ['a denial', { effect: 'deny' }, {}, 'refuse'],
    ['a denial for other arguments', { effect: 'deny', pattern: forY }, {}, 'ask'],
    ['a denial for another conversation', { effect: 'deny', ...elsewhere }, {}, 'ask'],
    ['a denial, for a caller without approval', { effect: 'deny' }, { approval: 'none' }, 'refuse'],
  ])('%s', (_title, made, asked, expected) => {
    expect(judgeCall(tool(), call(asked), [decision(made)]).kind).toBe(expected)
  })

  it('an allowance covers one definition: if it changes, a person is asked and shown both', () => {
    const before = decision({ seen: seen('before') })
    expect(judgeCall(tool(), call(), [before])).toEqual(ask('changed', 'text of before'))
    expect(judgeCall(tool(), call(), [before, decision({ ...here, seen: seen('now') })])).toEqual({ kind: 'go' })
    expect(judgeCall(tool(), call({ approval: 'none' }), [before])).toEqual({ kind: 'go' })
  })

  it('a denial applies even after the definition changes', () => {
    expect(
      judgeCall(tool({ print: { fingerprint: 'later', former: 'as before' } }), call(), [decision({ effect: 'deny' })])
        .kind,
    ).toBe('refuse')
  })

  it('if definitions are watched, a person is asked about any definition other than the first used, for every caller', () => {
    const changed = tool({ firstUsed: seen('before'), claimsReadOnly: true, trusted: true })
    for (const approval of ['none', 'notReadOnly', 'all'] as const)
      expect(judgeCall(changed, call({ approval }), [])).toEqual(ask('changed', 'text of before'))
    expect(judgeCall(changed, call({ approval: 'none' }), [decision()])).toEqual({ kind: 'go' })
    expect(judgeCall(tool({ firstUsed: seen('now') }), call({ approval: 'none' }), [])).toEqual({ kind: 'go' })
  })

  it('reports the most specific denial', () => {
    const wide = decision({ effect: 'deny', decidedAt: 9 })
    const project = decision({ effect: 'deny', scope: 'project', projectId: 'p' })
    const conversation = decision({ effect: 'deny', ...here })
    const exact = decision({ effect: 'deny', pattern: forX })
    expect(judgeCall(tool(), call(), [wide, project])).toEqual({ kind: 'refuse', by: project })
    expect(judgeCall(tool(), call(), [project, conversation])).toEqual({ kind: 'refuse', by: conversation })
    expect(judgeCall(tool(), call(), [conversation, exact])).toEqual({ kind: 'refuse', by: exact })
    const newer = decision({ effect: 'deny', decidedAt: 10 })
    expect(judgeCall(tool(), call(), [wide, newer])).toEqual({ kind: 'refuse', by: newer })
  })
})

const anyDecision: fc.Arbitrary<JudgedDecision> = fc
  .record({
    effect: fc.constantFrom('allow' as const, 'deny' as const),
    scope: fc.constantFrom('conversation' as const, 'project' as const, 'always' as const),
    projectId: fc.constantFrom('p', 'q', null),
    conversationId: fc.constantFrom('c', 'd', null),
    pattern: fc.constantFrom(null, forX, forY),
    decidedAt: fc.nat(5),
    fingerprint: fc.constantFrom('now', 'before'),
  })
  .map(({ fingerprint, ...made }) => ({ ...made, seen: made.effect === 'deny' ? null : seen(fingerprint) }))
const anyCall: fc.Arbitrary<JudgedCall> = fc.record({
  approval: fc.constantFrom('none' as const, 'notReadOnly' as const, 'all' as const),
  projectId: fc.constantFrom('p', null),
  conversationId: fc.constantFrom('c', null),
  arguments: fc.constantFrom({ a: 'x' }, { a: 'y' }, {}),
})
const anyTool: fc.Arbitrary<JudgedTool> = fc.record({
  print: fc.constant({ fingerprint: 'now', former: 'as before' }),
  claimsReadOnly: fc.boolean(),
  trusted: fc.boolean(),
  firstUsed: fc.constantFrom(null, seen('now'), seen('before')),
})
const strictness: Record<Verdict['kind'], number> = { go: 0, ask: 1, refuse: 2 }

describe('judgeCall, whatever was decided', () => {
  it('does not depend on the order in which decisions are stored', () => {
    const shuffled = fc
      .array(anyDecision, { maxLength: 6 })
      .chain((made) => fc.tuple(fc.constant(made), fc.shuffledSubarray(made, { minLength: made.length })))
    fc.assert(
      fc.property(anyTool, anyCall, shuffled, (one, asked, [made, other]) => {
        expect(judgeCall(one, asked, other).kind).toBe(judgeCall(one, asked, made).kind)
      }),
    )
  })

  it('another denial never lets a call through, and another allowance never overrules a denial', () => {
    fc.assert(
      fc.property(anyTool, anyCall, fc.array(anyDecision, { maxLength: 6 }), anyDecision, (one, asked, made, added) => {
        const before = strictness[judgeCall(one, asked, made).kind]
        const after = strictness[judgeCall(one, asked, [...made, added]).kind]
        const holds = added.effect === 'deny' ? after >= before : before < strictness.refuse || after === before
        expect(holds).toBe(true)
      }),
    )
  })

  it('a decision about another conversation, project or other arguments changes nothing', () => {
    fc.assert(
      fc.property(anyTool, anyCall, fc.array(anyDecision, { maxLength: 6 }), anyDecision, (one, asked, made, added) => {
        const foreign: JudgedDecision[] = [
          { ...added, scope: 'conversation', conversationId: 'd' },
          { ...added, scope: 'project', projectId: 'q' },
          { ...added, pattern: [{ is: 'equal', path: ['b'], value: 1 }] },
        ]
        for (const foreigner of foreign)
          expect(judgeCall(one, asked, [...made, foreigner])).toEqual(judgeCall(one, asked, made))
      }),
    )
  })
})
