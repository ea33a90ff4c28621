/** Blocks for tests. */
import type { ToolCallBlock } from '#contract/chat/chat'
import type { BlockRow } from '#engine/store/chat/chatStoreRows'

export function aCallRow(change: Partial<ToolCallBlock>, place = 0, isComplete = true): BlockRow {
  return {
    step: place,
    isComplete,
    block: {
      kind: 'toolCall',
      toolUseId: 't',
      publicName: 'x',
      server: null,
      toolName: 'x',
      title: null,
      arguments: '{}',
      status: 'succeeded',
      progress: null,
      startedAt: 1,
      durationMs: 1,
      result: null,
      resultBytes: null,
      error: null,
      callId: null,
      questionId: null,
      uiResource: null,
      ...change,
    },
  }
}
