/**
 * A run's next step, as a pure function of what is stored. A run that was killed at any point can continue, because its
 * progress is in no other state.
 */
import type { ToolCallBlock } from '#contract/chat/chat'
import type { RunLimits } from '#contract/chat/conversation'
import { usagesOf } from '#engine/chat/models/modelUsage'
import { wasSent } from '#engine/chat/runs/leftOver'
import type { BlockRow, MessageRow } from '#engine/store/chat/chatStoreRows'

export interface StoredMessage {
  readonly row: MessageRow
  readonly blocks: readonly BlockRow[]
}

export type EndReason = 'ended' | 'maxTokens' | 'refusal' | 'cut' | 'steps' | 'cost'

export type NextStep =
  /** Ask the model for another answer in this turn. Null: in a new turn. */
  | { readonly kind: 'ask'; readonly messageId: string | null }
  /** Make these calls, which are complete and were never made. */
  | { readonly kind: 'call'; readonly messageId: string; readonly indexes: readonly number[] }
  /** Ask the person about these calls, which were sent when an earlier run ended. */
  | { readonly kind: 'consent'; readonly messageId: string; readonly indexes: readonly number[] }
  | { readonly kind: 'compact' }
  | { readonly kind: 'end'; readonly reason: EndReason }

const goesOn: ReadonlySet<string | null> = new Set(['tool_use', 'pause_turn'])
/** How many answers in a row may be cut off without progress. */
const maxCuts = 2

/** `last` is the branch's newest message. */
export function nextStep(last: StoredMessage | null, limits: RunLimits): NextStep {
  if (last === null) return { kind: 'end', reason: 'ended' }
  const { row, blocks } = last
  if (row.role !== 'assistant') return { kind: 'ask', messageId: null }
  if (row.status !== 'writing') return { kind: 'end', reason: 'ended' }
  const calls = indexesWhere(blocks, (call) => call.status === 'waiting' && !wasSent(call))
  if (calls.length > 0) return { kind: 'call', messageId: row.id, indexes: calls }
  const unknown = indexesWhere(blocks, (call) => call.status === 'running' || call.status === 'waiting')
  if (unknown.length > 0) return { kind: 'consent', messageId: row.id, indexes: unknown }
  const again = { kind: 'ask', messageId: row.id } as const
  const step = row.steps.at(-1)
  if (step === undefined) return again
  const ended = afterAnswer(last, step.stopReason)
  if (ended !== null) return ended
  if (row.steps.length >= limits.steps) return { kind: 'end', reason: 'steps' }
  if (limits.costUsd !== null && costOf(row) >= limits.costUsd) return { kind: 'end', reason: 'cost' }
  return again
}

/** The step after an answer. Null: ask the model again. */
function afterAnswer({ row, blocks }: StoredMessage, stopReason: string | null): NextStep | null {
  const place = row.steps.length - 1
  const hasCalls = blocks.some(
    ({ step, block, isComplete }) => step === place && isComplete && block.kind === 'toolCall',
  )
  if (stopReason === 'refusal') return { kind: 'end', reason: 'refusal' }
  if (stopReason === 'model_context_window_exceeded') return { kind: 'compact' }
  // Whatever the stop reason, the model must see the results of its calls.
  if (hasCalls || goesOn.has(stopReason)) return null
  if (stopReason === null) return cutsInARow(row) >= maxCuts ? { kind: 'end', reason: 'cut' } : null
  return { kind: 'end', reason: stopReason === 'max_tokens' ? 'maxTokens' : 'ended' }
}

function cutsInARow({ steps }: MessageRow): number {
  const fromEnd = steps.toReversed().findIndex(({ stopReason }) => stopReason !== null)
  return fromEnd === -1 ? steps.length : fromEnd
}

function costOf({ steps }: MessageRow): number {
  return usagesOf(steps).reduce((sum, { costUsd }) => sum + (costUsd ?? 0), 0)
}

function indexesWhere(blocks: readonly BlockRow[], matches: (call: ToolCallBlock) => boolean): number[] {
  return blocks.flatMap(({ block, isComplete }, index) =>
    isComplete && block.kind === 'toolCall' && matches(block) ? [index] : [],
  )
}
