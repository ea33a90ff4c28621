import { expect, test } from 'vitest'
import { noUsage } from '#engine/chat/models/modelUsage'
import { nextStep, type StoredMessage } from '#engine/chat/runs/nextStep'
import { aCallRow as call } from '#engine/chat/runs/samples'
import type { BlockRow, StepRow } from '#engine/store/chat/chatStoreRows'

const limits = { steps: 3, costUsd: 0.5 }
const step = (stopReason: string | null, costUsd = 0): StepRow => ({
  stopReason,
  usage: { inputTokens: 1, outputTokens: 1, cacheReadTokens: 0, cacheWriteTokens: 0, costUsd },
})

function turn(steps: StepRow[], blocks: BlockRow[] = [], status: StoredMessage['row']['status'] = 'writing') {
  return {
    row: { id: 'm', parentId: null, position: 1, role: 'assistant' as const, status, model: 'x', steps, createdAt: 0 },
    blocks,
  }
}
const user: StoredMessage = { ...turn([]), row: { ...turn([]).row, role: 'user', status: 'complete' } }
const ask = { kind: 'ask', messageId: 'm' }
const waiting = { status: 'waiting', startedAt: null } as const

test.each<[string, StoredMessage | null, unknown]>([
  ['an empty conversation', null, { kind: 'end', reason: 'ended' }],
  ['a message waits for an answer', user, { kind: 'ask', messageId: null }],
  ['a turn is over', turn([step('end_turn')], [], 'complete'), { kind: 'end', reason: 'ended' }],
  ['a turn has just begun', turn([]), ask],
  ['calls were never made', turn([step('tool_use')], [call(waiting)]), { kind: 'call', messageId: 'm', indexes: [0] }],
  [
    'sent calls have no outcome: unsent ones are made first',
    turn([step('tool_use')], [call({ status: 'running' }), call(waiting)]),
    { kind: 'call', messageId: 'm', indexes: [1] },
  ],
  [
    'it is unknown how a call ended, or whether it was allowed',
    turn([step('tool_use')], [call({ status: 'running' }), call({ status: 'waiting' })]),
    { kind: 'consent', messageId: 'm', indexes: [0, 1] },
  ],
  ['all calls have ended', turn([step('tool_use')], [call({}), call({ status: 'interrupted' })]), ask],
  ['a call with incomplete arguments does not count', turn([step(null)], [call(waiting, 0, false)]), ask],
  ['the answer paused', turn([step('pause_turn')]), ask],
  ['the answer ended', turn([step('end_turn')]), { kind: 'end', reason: 'ended' }],
  ['the answer was too long, after complete calls', turn([step('max_tokens')], [call({})]), ask],
  ['the answer was too long', turn([step('max_tokens')]), { kind: 'end', reason: 'maxTokens' }],
  ['the answer was declined', turn([step('refusal')], [call({})]), { kind: 'end', reason: 'refusal' }],
  ['the window is full', turn([step('model_context_window_exceeded')]), { kind: 'compact' }],
  ['the answer was cut off once', turn([step(null)]), ask],
  ['the answer was cut off twice in a row', turn([step(null), step(null)]), { kind: 'end', reason: 'cut' }],
  [
    'the limit of steps is reached',
    turn([step('tool_use'), step('tool_use'), step('tool_use')], [call({}, 2)]),
    { kind: 'end', reason: 'steps' },
  ],
  ['the limit of cost is reached', turn([step('tool_use', 0.6)], [call({})]), { kind: 'end', reason: 'cost' }],
  [
    'the limit of cost is reached, including sampling for servers',
    turn([{ ...step('tool_use', 0.3), forServers: { ...noUsage, costUsd: 0.3 } }], [call({})]),
    { kind: 'end', reason: 'cost' },
  ],
  ['an end comes before a limit', turn([step('end_turn', 0.6)]), { kind: 'end', reason: 'ended' }],
])('%s', (_name, last, wanted) => expect(nextStep(last, limits)).toEqual(wanted))
