import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Block, toolCallStatus } from '#contract/chat/chat'
import { wireMessages } from '#engine/chat/requests/wireMessages'
import type { StoredMessage } from '#engine/chat/runs/nextStep'
import type { BlockRow } from '#engine/store/chat/chatStoreRows'

const statuses = toolCallStatus.options
let uses = 0

function callRow(step: number, status: (typeof statuses)[number], isComplete: boolean): BlockRow {
  uses += 1
  const block: Block = {
    kind: 'toolCall',
    toolUseId: `t${uses}`,
    publicName: 'x',
    server: null,
    toolName: 'x',
    title: null,
    arguments: '{}',
    status,
    progress: null,
    startedAt: null,
    durationMs: null,
    result: status === 'succeeded' ? { content: [{ type: 'text', text: '' }] } : null,
    resultBytes: null,
    error: null,
    callId: null,
    questionId: null,
    uiResource: null,
  }
  return { step, isComplete, block, ...(isComplete ? { wire: { name: 'x', input: {} } } : {}) }
}

const blockKind = fc.oneof(
  fc.record({ kind: fc.constant('text' as const), text: fc.constantFrom('', ' ', 'words') }),
  fc.record({ kind: fc.constant('thinking' as const), whole: fc.boolean() }),
  fc.record({ kind: fc.constant('call' as const), status: fc.constantFrom(...statuses), whole: fc.boolean() }),
)
const answer = fc.record({
  blocks: fc.array(blockKind, { maxLength: 4 }),
  stopReason: fc.constantFrom(null, 'end_turn', 'tool_use', 'refusal', 'max_tokens'),
})
const message = fc.oneof(
  fc.record({ role: fc.constant('user' as const), text: fc.constantFrom('hello', 'and', ' ') }),
  fc.record({ role: fc.constant('assistant' as const), answers: fc.array(answer, { maxLength: 3 }) }),
  fc.record({ role: fc.constant('summary' as const) }),
)

type Drawn = typeof message extends fc.Arbitrary<infer One> ? One : never
type Given = Exclude<Drawn, { role: 'user' }> | { readonly role: 'user'; readonly text: string }

function stored(given: Given, position: number): StoredMessage {
  const row = {
    id: `m${position}`,
    parentId: null,
    position,
    role: given.role,
    status: 'complete' as const,
    model: 'one',
    steps: given.role === 'assistant' ? given.answers.map(({ stopReason }) => ({ stopReason, usage: null })) : [],
    createdAt: 0,
  }
  const text = (words: string, step = 0): BlockRow => ({ step, isComplete: true, block: { kind: 'text', text: words } })
  if (given.role === 'user') return { row, blocks: [text(given.text)] }
  if (given.role === 'summary') return { row, blocks: [text('what was')] }
  const blocks = given.answers.flatMap((one, step) =>
    one.blocks.map((block): BlockRow => {
      if (block.kind === 'text') return text(block.text, step)
      if (block.kind === 'call') return callRow(step, block.status, block.whole)
      const thinking: BlockRow = {
        step,
        isComplete: block.whole,
        block: { kind: 'thinking', text: 'hm', hidden: false, durationMs: null },
      }
      return block.whole ? { ...thinking, wire: { type: 'thinking', thinking: 'hm', signature: 's' } } : thinking
    }),
  )
  return { row, blocks }
}

const branches = fc
  .array(message, { minLength: 1, maxLength: 8 })
  .map((messages) => [{ role: 'user' as const, text: 'first' }, ...messages].map((one: Given, at) => stored(one, at)))

test('[R32] however earlier runs ended, the API accepts the request', () => {
  fc.assert(
    fc.property(branches, (branch) => {
      const wire = wireMessages(branch, 'one', new Map())
      expect(wire[0]?.role).toBe('user')
      expect(wire.at(-1)?.role).toBe('user')
      for (const [at, { role, content }] of wire.entries()) {
        expect(content.length).toBeGreaterThan(0)
        if (at > 0) expect(wire[at - 1]?.role).not.toBe(role)
        for (const block of content) if (block.type === 'text') expect(String(block['text']).trim()).not.toBe('')
        const used = content.flatMap((block) => (block.type === 'tool_use' ? [block['id']] : []))
        const answered = wire[at + 1]?.content.flatMap((block) =>
          block.type === 'tool_result' ? [block['tool_use_id']] : [],
        )
        expect(answered ?? []).toEqual(role === 'assistant' ? used : expect.anything())
      }
    }),
  )
})

test('thinking is sent back only to the model that wrote it', () => {
  const branch = [
    stored({ role: 'user', text: 'hello' }, 1),
    stored(
      {
        role: 'assistant',
        answers: [
          {
            blocks: [
              { kind: 'thinking', whole: true },
              { kind: 'text', text: 'words' },
            ],
            stopReason: 'end_turn',
          },
        ],
      },
      2,
    ),
    stored({ role: 'user', text: 'and' }, 3),
  ]
  const types = (model: string) => wireMessages(branch, model, new Map())[1]?.content.map(({ type }) => type)
  expect(types('one')).toEqual(['thinking', 'text'])
  expect(types('another')).toEqual(['text'])
})
