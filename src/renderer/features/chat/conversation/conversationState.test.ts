import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Block, ChatEvent } from '#contract/chat/chat'
import {
  applyEvents,
  type ConversationState,
  type OpenConversation,
  opening,
  withOlder,
} from '#renderer/features/chat/conversation/conversationState.ts'
import { aConversation, aMessage, aToolCall } from '#renderer/features/chat/conversation/samples.ts'

const conversation = aConversation()
const question = aMessage({ id: 'm1', blocks: [{ kind: 'text', text: 'hello' }] })
const reply = aMessage({ id: 'm2', parentId: 'm1', role: 'assistant', status: 'writing', createdAt: 2 })
const snapshot: ChatEvent = { type: 'snapshot', conversation, messages: [question, reply], before: null }
const text = (offset: number, added: string, index = 0): ChatEvent => ({
  type: 'text',
  messageId: 'm2',
  index,
  offset,
  text: added,
})
const block = (index: number, one: Block): ChatEvent => ({ type: 'block', messageId: 'm2', index, block: one })

function open(state: ConversationState): OpenConversation {
  if (state.kind !== 'open') throw new Error(`the conversation is ${state.kind}`)
  return state
}
const after = (...events: ChatEvent[]) => open(applyEvents(opening, [snapshot, ...events]))
const blocksOf = (state: OpenConversation) => state.messages.at(-1)?.blocks

describe('[R32] a followed conversation', () => {
  test.each<[string, ChatEvent[], Block[]]>([
    ['a block at the end', [block(0, { kind: 'text', text: 'a' })], [{ kind: 'text', text: 'a' }]],
    ['text continues', [block(0, { kind: 'text', text: 'a' }), text(1, 'bc')], [{ kind: 'text', text: 'abc' }]],
    [
      'text that is already known is not added twice',
      [block(0, { kind: 'text', text: 'abc' }), text(1, 'bc')],
      [{ kind: 'text', text: 'abc' }],
    ],
    [
      'text that is partly known',
      [block(0, { kind: 'text', text: 'ab' }), text(1, 'bc')],
      [{ kind: 'text', text: 'abc' }],
    ],
    [
      'arguments of a tool call',
      [block(0, aToolCall({ arguments: '{"a"' })), text(4, ':1}')],
      [aToolCall({ arguments: '{"a":1}' })],
    ],
    [
      'a block that changed',
      [block(0, aToolCall({ status: 'running' })), block(0, aToolCall({ status: 'succeeded' }))],
      [aToolCall({ status: 'succeeded' })],
    ],
  ])('%s', (_title, events, blocks) => {
    const state = after(...events)
    expect([state.inStep, blocksOf(state)]).toEqual([true, blocks])
  })

  test.each<[string, ChatEvent[]]>([
    ['text after a gap', [block(0, { kind: 'text', text: 'a' }), text(2, 'c')]],
    ['text for a block that never came', [text(0, 'a', 3)]],
    ['text for a block that has none', [block(0, { kind: 'other', type: 'x' }), text(0, 'a')]],
    ['a block after a gap', [block(2, { kind: 'text', text: 'a' })]],
    [
      'a message whose parent is unknown',
      [{ type: 'message', message: aMessage({ id: 'm9', parentId: 'm7', createdAt: 9 }) }],
    ],
  ])('%s is not guessed at: nothing more is applied until a snapshot comes', (_title, events) => {
    const broken = after(...events)
    expect(broken.inStep).toBe(false)
    const later = open(
      applyEvents(broken, [{ type: 'conversation', conversation: { ...conversation, title: 'later' } }]),
    )
    expect(later).toBe(broken)
    expect(open(applyEvents(later, [snapshot])).inStep).toBe(true)
  })

  test('a change to a message that is not loaded is not a gap: otherwise an old branch would be read again and again', () => {
    const older: ChatEvent = { type: 'message', message: aMessage({ id: 'm0', createdAt: 0 }) }
    expect(after(older)).toEqual(after())
  })

  test('unchanged objects keep their identity: a delta renders one block, not two hundred messages', () => {
    const before = after(block(0, { kind: 'text', text: 'a' }), block(1, { kind: 'text', text: 'b' }))
    const next = open(applyEvents(before, [text(1, 'c', 1)]))
    expect(next.messages[0]).toBe(before.messages[0])
    expect(blocksOf(next)?.[0]).toBe(blocksOf(before)?.[0])
    expect(open(applyEvents(next, [text(0, 'bc', 1)])).messages).toBe(next.messages)
  })

  test('a removed conversation stays removed, whatever events still arrive', () => {
    expect(applyEvents(after(), [{ type: 'removed' }, text(0, 'a')])).toEqual({ kind: 'removed' })
  })
})

test('[R32] any batching of the same events, with or without repeats, gives the same conversation', () => {
  const piece = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 6 })
  fc.assert(
    fc.property(
      fc.array(fc.array(piece, { minLength: 1, maxLength: 8 }), { minLength: 1, maxLength: 4 }),
      fc.array(fc.nat(50)),
      fc.nat(20),
      (blocks, cuts, again) => {
        const events = blocks.flatMap((pieces, index) => {
          let offset = 0
          const deltas = pieces.map((added) => {
            const event = text(offset, added, index)
            offset += added.length
            return event
          })
          return [block(index, { kind: 'text', text: '' }), ...deltas]
        })
        const whole = after(...events)
        const places = [...new Set(cuts.map((cut) => cut % events.length))].sort((a, b) => a - b)
        let batched: ConversationState = after()
        let from = 0
        for (const to of [...places, events.length]) {
          batched = applyEvents(batched, events.slice(from, to))
          from = to
        }
        expect(batched).toEqual(whole)
        const repeated = events.filter((event) => event.type === 'text').slice(-again)
        expect(open(applyEvents(batched, repeated))).toEqual(whole)
        expect(blocksOf(whole)).toEqual(blocks.map((pieces) => ({ kind: 'text', text: pieces.join('') })))
      },
    ),
  )
})

describe('[R32] older messages', () => {
  const third = aMessage({ id: 'm3', parentId: 'm2', createdAt: 3 })
  const newest = open(applyEvents(opening, [{ type: 'snapshot', conversation, messages: [third], before: 'm3' }]))
  const page = { messages: [question, reply], before: null }

  test('come before the loaded ones', () => {
    expect(open(withOlder(newest, page)).messages.map((message) => message.id)).toEqual(['m1', 'm2', 'm3'])
  })

  test('of a branch that is no longer shown are dropped', () => {
    const other = { messages: [aMessage({ id: 'x1' })], before: null }
    expect(withOlder(newest, other)).toBe(newest)
    expect(withOlder(open(withOlder(newest, page)), page)).toEqual(withOlder(newest, page))
  })

  test('survive a snapshot that still follows from them: a reader who scrolled up stays where they are', () => {
    const scrolled = withOlder(newest, page)
    const again: ChatEvent = { type: 'snapshot', conversation, messages: [third], before: 'm3' }
    expect(applyEvents(scrolled, [again])).toEqual(scrolled)
    const branch = aMessage({ id: 'b3', parentId: 'b2', createdAt: 3 })
    expect(
      open(applyEvents(scrolled, [{ type: 'snapshot', conversation, messages: [branch], before: 'b3' }])).messages,
    ).toEqual([branch])
  })
})
